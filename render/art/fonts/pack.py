#!/usr/bin/env python3
"""Makes the fonts of this folder: what names need of free fonts, without hints, packed by zlib.

    python3 pack.py FOLDER

Wants fonttools and brotli. FOLDER holds the fonts as they are shipped: NotoSans*-Bold.ttf of Debian's fonts-noto-core,
DroidSansFallback.ttf of fonts-droid-fallback, and noto-emoji-*-700-normal.woff2 of the npm package @fontsource/noto-emoji.
"""

import io
import pathlib
import re
import sys
import zlib

from fontTools import merge, subset
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem

SCRIPTS = {
    "armenian": ("NotoSansArmenian-Bold.ttf", [(0x530, 0x58F), (0xFB13, 0xFB17)]),
    "hebrew": ("NotoSansHebrew-Bold.ttf", [(0x590, 0x5FF), (0xFB1D, 0xFB4F)]),
    "arabic": ("NotoSansArabic-Bold.ttf", [(0x600, 0x6FF), (0x750, 0x77F)]),
    "devanagari": ("NotoSansDevanagari-Bold.ttf", [(0x900, 0x963), (0x966, 0x97F)]),
    "bengali": ("NotoSansBengali-Bold.ttf", [(0x980, 0x9FF)]),
    "tamil": ("NotoSansTamil-Bold.ttf", [(0xB80, 0xBFF)]),
    "thai": ("NotoSansThai-Bold.ttf", [(0xE00, 0xE7F)]),
    "georgian": ("NotoSansGeorgian-Bold.ttf", [(0x10A0, 0x10FF), (0x1C90, 0x1CBF)]),
}
# What joins and parts letters, and the circle under signs that stand alone.
JOINERS = [0x200C, 0x200D, 0x25CC]


def rows(encoding, first, last):
    """The Han characters in these rows of a national standard."""
    found = set()
    for row in range(first, last + 1):
        for cell in range(0x40, 0xFF):
            try:
                text = bytes([row, cell]).decode(encoding)
            except UnicodeDecodeError:
                continue
            if len(text) == 1 and 0x4E00 <= ord(text) <= 0x9FFF:
                found.add(ord(text))
    return found


def east_asian():
    """The common characters of China, Taiwan and Japan, kana, bopomofo, full-width forms and all of Hangul."""
    han = rows("gb2312", 0xA1, 0xFE) | rows("big5", 0xA4, 0xC6) | rows("euc_jp", 0xB0, 0xCF)
    spans = [(0x3000, 0x312F), (0x3131, 0x318E), (0xAC00, 0xD7A3), (0xFF01, 0xFFEE)]
    return han.union(*(range(first, last + 1) for first, last in spans))


def reduced(font, codes, shapes):
    """The font with these characters alone, and how they join if it shapes."""
    options = subset.Options(hinting=False, glyph_names=False, notdef_outline=True, name_IDs=[0, 13, 14])
    options.layout_features = ["*"] if shapes else []
    options.drop_tables += ["vhea", "vmtx", "gasp", "STAT", "DSIG"] + ([] if shapes else ["GSUB", "GPOS", "GDEF"])
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=codes)
    subsetter.subset(font)
    return font


def write(name, font, here):
    file = io.BytesIO()
    font.save(file)
    packed = zlib.compress(file.getvalue(), 9)
    (here / f"{name}.ttf.z").write_bytes(packed)
    print(f"{name}: {len(font.getBestCmap())} characters, {len(file.getvalue())} bytes, packed {len(packed)}")


def emoji(folder):
    """The parts of the font of emoji as one, as fine as small pictures need it."""
    parts = []
    number = lambda file: int(re.findall(r"\d+", file.name)[0])
    for file in sorted(folder.glob("noto-emoji-*-700-normal.woff2"), key=number):
        font = TTFont(file, recalcTimestamp=False)
        font.flavor = None
        codes = [code for code in font.getBestCmap() if code > 0x2000 and code not in range(0xE0000, 0x110000)]
        if not codes:
            continue
        font = reduced(font, codes, False)
        scale_upem(font, 512)
        part = io.BytesIO()
        font.save(part)
        parts.append(part)
    merged = merge.Merger().merge(parts)
    merged.recalcTimestamp = False
    merged["head"].created = merged["head"].modified = 0
    return merged


def main():
    folder, here = pathlib.Path(sys.argv[1]), pathlib.Path(__file__).resolve().parent
    for name, (file, spans) in SCRIPTS.items():
        codes = {code for first, last in spans for code in range(first, last + 1)}
        write(name, reduced(TTFont(folder / file, recalcTimestamp=False), codes.union(JOINERS), True), here)
    write("east-asian", reduced(TTFont(folder / "DroidSansFallback.ttf", recalcTimestamp=False), east_asian(), False), here)
    write("emoji", emoji(folder), here)


main()
