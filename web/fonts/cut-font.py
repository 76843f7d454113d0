"""
Cuts one font file out of files of Fontsource, as the JSON on standard input says:

    sources     [[path, [letter, …]], …]; several are merged
    axes        {tag: value | [least, greatest]}
    features    OpenType features to keep of the first source
    unitsPerEm  the grid that outlines are rounded to
    kernedAt    the weight whose kerning all weights have (optional)
    output      "woff2"; "ttf", for programs that read no WOFF2; "widths", a JSON object of the width of each letter

Writes that to standard output; a font without hints, the names that only design programs show, and outlines that
occur twice. The same input gives the same bytes.
"""

import copy
import io
import json
import sys

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.scaleUpem import scale_upem
from fontTools.varLib.instancer import instantiateVariableFont


def subset(path, letters, axes, features, names):
    font = TTFont(path, recalcTimestamp=False)
    ranges = {tag: tuple(value) if isinstance(value, list) else value for tag, value in axes.items()}
    font = instantiateVariableFont(font, ranges)
    if "gvar" in font:
        # The subsetter expects an entry for each glyph, the instancer leaves out those that do not vary.
        variations = font["gvar"].variations
        font["gvar"].variations = {name: variations.get(name, []) for name in font.getGlyphOrder()}
    options = Options(layout_features=features, hinting=False, name_IDs=names, notdef_outline=False)
    options.drop_tables += ["gasp", "STAT"]
    subsetter = Subsetter(options)
    subsetter.populate(text="".join(letters))
    subsetter.subset(font)
    return font


def merge(font, other, prefix):
    """Adds the letters of another font, which often share outlines with those that are there: "ő" and "ớ" their "o"."""
    glyphs, metrics = font["glyf"], font["hmtx"].metrics
    order = font.getGlyphOrder()

    def identity(glyph, advance):
        if glyph.isComposite():
            return advance, tuple((part.glyphName, part.x, part.y) for part in glyph.components)
        if glyph.numberOfContours == 0:
            return advance, None
        return advance, tuple(glyph.coordinates), tuple(glyph.endPtsOfContours)

    known = {identity(glyphs[name], metrics[name][0]): name for name in order}
    imported = {}

    def name_of(name):
        if name not in imported:
            glyph = copy.deepcopy(other["glyf"][name])
            for part in getattr(glyph, "components", []):
                part.glyphName = name_of(part.glyphName)
            metric = other["hmtx"].metrics[name]
            new = imported[name] = known.setdefault(identity(glyph, metric[0]), prefix + name)
            if new not in metrics:
                order.append(new)
                glyphs.glyphs[new] = glyph
                metrics[new] = metric
                if "gvar" in font:
                    font["gvar"].variations[new] = other["gvar"].variations[name]
        return imported[name]

    for point, name in other.getBestCmap().items():
        for table in font["cmap"].tables:
            table.cmap.setdefault(point, name_of(name))
    # Says again, for speed, which widths vary, but only for the glyphs that were there.
    if "HVAR" in font:
        del font["HVAR"]
    glyphs.glyphOrder = order
    font.setGlyphOrder(order)


def simplify_variations(font):
    """Leaves out how a point varies where that follows from its neighbours, within two units of the grid."""
    glyphs, metrics = font["glyf"], font["hmtx"].metrics
    for name, variations in font["gvar"].variations.items():
        points, control = glyphs._getCoordinatesAndControls(name, metrics)
        for variation in variations:
            variation.calcInferredDeltas(points, control.endPts)
            variation.roundDeltas()
            variation.optimize(points, control.endPts, tolerance=2, isComposite=glyphs[name].isComposite())


job = json.load(sys.stdin)
(first, *further), axes, features = job["sources"], job["axes"], job["features"]
# Programs that read no WOFF2 want the PostScript name, too.
names = [1, 2] if job["output"] == "woff2" else [1, 2, 6]
font = subset(*first, axes, features, names)
for index, source in enumerate(further):
    merge(font, subset(*source, axes, [], names), f"{index}.")
if "kernedAt" in job:
    fixed = subset(*first, {**axes, "wght": job["kernedAt"]}, features, names)
    for tag in ("GPOS", "GDEF"):
        if tag in fixed:
            font[tag] = fixed[tag]
        elif tag in font:
            del font[tag]
scale_upem(font, job["unitsPerEm"])
if "gvar" in font:
    simplify_variations(font)
if job["output"] == "widths":
    widths = {chr(point): font["hmtx"].metrics[name][0] for point, name in font.getBestCmap().items()}
    json.dump(widths, sys.stdout)
    sys.exit()
font.flavor = None if job["output"] == "ttf" else "woff2"
file = io.BytesIO()
font.save(file)
sys.stdout.buffer.write(file.getvalue())
