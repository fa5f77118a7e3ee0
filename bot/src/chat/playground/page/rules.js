// A click on a piece shows its moves at once, where a browser without this opens a page of its own for them.

/** @type {NodeListOf<HTMLAnchorElement>} */
const boards = document.querySelectorAll("a.board");
for (const board of boards) {
  const image = board.querySelector("img");
  if (!image?.isMap) continue;
  const dark = board.querySelector("source");
  const plain = (image.getAttribute("src") ?? "").split("?")[0];
  board.addEventListener("click", (event) => {
    // A keyboard has no point to click on: it follows the link.
    if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const box = image.getBoundingClientRect();
    const scale = image.naturalWidth / box.width;
    const x = Math.floor((event.clientX - box.left) * scale);
    const y = Math.floor((event.clientY - box.top) * scale);
    if (dark) dark.srcset = `${plain.replace(/\.png$/, ".dark.png")}?${x},${y}`;
    image.src = `${plain}?${x},${y}`;
  });
}
