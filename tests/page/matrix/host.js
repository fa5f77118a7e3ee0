// Plays a Matrix client around a widget, for a test, with the library that real clients use. The query has the address of the
// widget, as the state of a room has it, and tells whether the client waits for the load of the frame. The test reads and controls
// the client by `window.client`.

// The bundle is a function that returns the module.
const { ClientWidgetApi, OpenIDRequestState, Widget, WidgetDriver } = window.mxwidgets();

const given = new URLSearchParams(location.search);

/** The observers of the requests for a token. */
const observers = [];

const client = {
  /** True once the library has agreed with the widget on its capabilities. */
  ready: false,
  /** The capabilities that the widget wants. */
  wanted: null,
  /** The number of requests for a token. */
  asked: 0,
  block: () => observers.at(-1).update({ state: OpenIDRequestState.Blocked }),
  askPerson: () => observers.at(-1).update({ state: OpenIDRequestState.PendingUserConfirmation }),
  allow: (token) => observers.at(-1).update({ state: OpenIDRequestState.Allowed, token }),
};
window.client = client;

class Driver extends WidgetDriver {
  validateCapabilities(wanted) {
    client.wanted = [...wanted];
    return Promise.resolve(new Set());
  }

  askOpenID(observer) {
    observers.push(observer);
    client.asked += 1;
  }
}

const widget = new Widget({
  id: "widget-1",
  creatorUserId: "@odd:localhost",
  type: "m.custom",
  url: given.get("url"),
  waitForIframeLoad: given.get("wait") === "yes",
});
const frame = document.querySelector("iframe");
const api = new ClientWidgetApi(widget, frame, new Driver());
api.on("ready", () => {
  client.ready = true;
});
frame.src = widget.getCompleteUrl({ currentUserId: "@ann:localhost", widgetRoomId: "!room:localhost" });
