"""Pictures of an analysis: the colours of a heat map, and the distribution of a round's result as SVG."""

from math import log10

from spanish21.analysis.law.distribution import RoundLaw


def heat_colour(cost: float) -> str:
    """White for a thousandth of a wager and less, to red for a whole one, by powers of ten."""
    strength = min(max((log10(cost) + 3.0) / 3.0, 0.0), 1.0) if cost > 0.0 else 0.0
    return f"#ff{round(255 - 145 * strength):02x}{round(255 - 175 * strength):02x}"


def distribution_svg(law: RoundLaw, least: float = -8.5, most: float = 8.5) -> str:
    """Bars of how likely each result is, on a scale of powers of ten."""
    width, height, floor = 760, 250, 1e-7
    shown = [
        (float(result), float(chance))
        for result, chance in zip(law.results, law.probabilities, strict=True)
        if least <= result <= most and chance > floor
    ]
    decades = -log10(floor)

    def x_of(result: float) -> float:
        return 56 + (result - least) / (most - least) * (width - 70)

    def y_of(chance: float) -> float:
        return 16 + -log10(chance) / decades * (height - 52)

    parts = [
        f'<svg class="plot" viewBox="0 0 {width} {height}" role="img" aria-label="How likely each result is"'
        ' xmlns="http://www.w3.org/2000/svg"><title>How likely each result of a round is</title>'
    ]
    for power in range(int(decades) + 1):
        y = y_of(10.0**-power)
        label = "1" if power == 0 else f"10<tspan dy='-5' font-size='8'>-{power}</tspan>"
        parts.append(f'<line x1="56" x2="{width - 14}" y1="{y:.1f}" y2="{y:.1f}" class="rule"/>')
        parts.append(f'<text x="48" y="{y + 4:.1f}" class="label">{label}</text>')
    for result, chance in shown:
        y = y_of(chance)
        kind = "loss" if result < 0 else "win" if result > 0 else "tie"
        parts.append(
            f'<rect x="{x_of(result) - 8:.1f}" y="{y:.1f}" width="16" height="{y_of(floor) - y:.1f}"'
            f' class="{kind}"><title>{result:+g}: {chance:.5%}</title></rect>'
        )
    for result in range(-8, 9):
        label = f"{result:+d}" if result else "0"
        parts.append(f'<text x="{x_of(result):.1f}" y="{height - 18}" class="column">{label}</text>')
    parts.append(f'<text x="{width / 2}" y="{height - 3}" class="column">result, in wagers</text>')
    return "".join([*parts, "</svg>"])
