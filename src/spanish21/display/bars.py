"""Bars above and below a line as SVG, complete in themselves: the picture of most results."""

from collections.abc import Sequence
from html import escape

_STYLE = (
    "text{font:12px system-ui,sans-serif;fill:#1d2430;text-anchor:middle}"
    ".heading{text-anchor:start;font-weight:600}.label{text-anchor:end;font-size:11px}"
    ".value{font-size:10px}.rule{stroke:#b9b4a6;stroke-width:1}"
    ".gain{fill:#2f8f5b}.loss{fill:#c4453a}.more{fill:#8ec5f0}"
)
_HEIGHT, _TOP, _BOTTOM, _LEFT = 260, 34, 30, 16


def bars_svg(
    title: str, labels: Sequence[str], values: Sequence[float], form: str = "{:+.2f}", under: str = ""
) -> str:
    """A bar for each value, up for a gain and down for a loss, with its label below it."""
    step = max(34, min(64, 720 // max(len(values), 1)))
    width = 2 * _LEFT + step * len(values)
    most = max(0.0, *values) if values else 0.0
    least = min(0.0, *values) if values else 0.0
    reach = (most - least) or 1.0
    room = _HEIGHT - _TOP - _BOTTOM - 32

    def y_of(value: float) -> float:
        return _TOP + 14 + (most - value) / reach * room

    zero = y_of(0.0)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {_HEIGHT}" role="img"'
        f' aria-label="{escape(title)}"><title>{escape(title)}</title><style>{_STYLE}</style>',
        f'<text x="{_LEFT}" y="18" class="heading">{escape(title)}</text>',
        f'<line x1="{_LEFT}" x2="{width - _LEFT}" y1="{zero:.1f}" y2="{zero:.1f}" class="rule"/>',
    ]
    for place, (label, value) in enumerate(zip(labels, values, strict=True)):
        x, y = _LEFT + step * place, y_of(value)
        top, tall = min(y, zero), abs(y - zero)
        above = top - 4 if value >= 0 else top + tall + 12
        parts.append(
            f'<rect x="{x + 4}" y="{top:.1f}" width="{step - 8}" height="{tall:.1f}"'
            f' class="{"gain" if value >= 0 else "loss"}"/>'
            f'<text x="{x + step / 2:.1f}" y="{above:.1f}" class="value">{escape(form.format(value))}</text>'
            f'<text x="{x + step / 2:.1f}" y="{_HEIGHT - 18}">{escape(label)}</text>'
        )
    if under:
        parts.append(f'<text x="{width / 2:.0f}" y="{_HEIGHT - 4}" class="value">{escape(under)}</text>')
    return "".join([*parts, "</svg>"])
