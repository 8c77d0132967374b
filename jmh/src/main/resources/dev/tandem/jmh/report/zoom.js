// Charts of percentiles and rates that can be zoomed: drawn from the JSON of the page, only when
// they are asked for. Without a script, and on paper, the SVG stands.
(() => {
  const results = JSON.parse(document.getElementById("results").textContent);
  const DASHES = [[], [7, 3], [2, 3], [9, 3, 2, 3], [4, 2]];
  const BORDERS = ["solid", "dashed", "dotted", "double", "ridge"];
  const MARKS = { JAVA: "J", CPP: "C", PEER: "P", MODEL: "M" };
  const HEIGHT = 360;
  const shown = new Set();

  const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
  const digits = (x) => Number(x.toPrecision(3)).toLocaleString("en", { maximumFractionDigits: 3 });
  const nanos = (ns) =>
    ns == null ? "-"
      : ns < 999.5 ? digits(ns) + " ns"
      : ns < 999.5e3 ? digits(ns / 1e3) + " us"
      : ns < 999.5e6 ? digits(ns / 1e6) + " ms" : digits(ns / 1e9) + " s";
  const rate = (r) =>
    r >= 999.5e3 ? digits(r / 1e6) + " M/s" : r >= 999.5 ? digits(r / 1e3) + " K/s" : digits(r) + "/s";
  const percent = (rest) => Number((100 - 100 / rest).toFixed(3)) + " %";

  // Lines of a figure: a name, what the entrant is to us, and points.
  function lines(figure) {
    const of = (group) => results[figure.dataset.subject].curves.filter((c) => c.group === group);
    const own = of(figure.dataset.group);
    if (figure.dataset.form === "percentiles") {
      return own.map((c) => ({
        name: c.entrant,
        kind: c.kind,
        points: c.percents.map((p, i) => [100 / (100 - p), c.latency[i]]),
      }));
    }
    // Of a rate that has both, rounds with CPUs near each other come last and so are those drawn.
    const curves = [...of(figure.dataset.far), ...own];
    const names = [...new Set([...own, ...curves].map((c) => c.entrant))];
    return names.flatMap((name) =>
      [50, 99].map((p) => {
        const all = curves.filter((c) => c.entrant === name);
        return {
          name: name + " P" + p,
          kind: all[0].kind,
            points: all.map((c) => [c.asked, c.latency[c.percents.indexOf(p)]]),
        };
      }));
  }

  // One row of places for all lines, as uPlot wants it; a line that has no point there has a gap.
  function aligned(all) {
    const xs = [...new Set(all.flatMap((l) => l.points.map((p) => p[0])))].sort((a, b) => a - b);
    return [xs, ...all.map((l) => {
      const at = new Map(l.points.filter((p) => p[1] > 0));
      return xs.map((x) => (at.has(x) ? at.get(x) : null));
    })];
  }

  function plot(figure, holder) {
    const all = lines(figure).map((l) => ({ ...l, points: l.points.filter((p) => p[1] > 0) }));
    const xText = figure.dataset.form === "sweep" ? rate : percent;
    const axis = { stroke: colour("--text"), grid: { stroke: colour("--line"), width: 1 }, ticks: { show: false } };
    const style = { JAVA: "--java", CPP: "--cpp", PEER: "--peer", MODEL: "--model" };
    return new uPlot({
      width: Math.max(320, holder.clientWidth),
      height: HEIGHT,
      scales: { x: { time: false, distr: 3 }, y: { distr: 3 } },
      cursor: { drag: { x: true, y: true, uni: 20 }, focus: { prox: 30 } },
      focus: { alpha: 0.25 },
      legend: { markers: { dash: (u, i) => BORDERS[(i - 1) % BORDERS.length] } },
      axes: [
        { ...axis, values: (u, marks) => marks.map((m) => (m == null ? "" : xText(m))) },
        { ...axis, size: 70, values: (u, marks) => marks.map((m) => (m == null ? "" : nanos(m))) },
      ],
      series: [
        { label: figure.dataset.form === "sweep" ? "asked" : "share", value: (u, x) => (x == null ? "-" : xText(x)) },
        ...all.map((l, i) => ({
          label: MARKS[l.kind] + " " + l.name,
          stroke: colour(style[l.kind]),
          width: 2,
          dash: DASHES[i % DASHES.length],
          points: { fill: colour("--ground") },
          spanGaps: true,
          value: (u, y) => nanos(y),
        })),
      ],
    }, aligned(all), holder);
  }

  function toggle(figure, button, holder) {
    if (figure.uplot) {
      figure.uplot.destroy();
      figure.uplot = null;
      shown.delete(figure);
    } else {
      holder.hidden = false;
      figure.uplot = plot(figure, holder);
      shown.add(figure);
    }
    const on = figure.uplot != null;
    holder.hidden = !on;
    figure.classList.toggle("zoomed", on);
    button.setAttribute("aria-pressed", String(on));
    button.textContent = on ? "Back to the drawing" : "Zoom";
  }

  for (const figure of document.querySelectorAll("figure[data-form]")) {
    if (figure.querySelector("svg")) {
      const bar = document.createElement("p");
      const button = document.createElement("button");
      const holder = document.createElement("div");
      bar.className = "zoom";
      button.type = "button";
      button.textContent = "Zoom";
      button.setAttribute("aria-pressed", "false");
      button.title = "Drag to zoom, double click for all, a click on a name hides its line";
      holder.className = "plot";
      holder.hidden = true;
      bar.append(button);
      figure.after(bar);
      figure.append(holder);
      button.addEventListener("click", () => toggle(figure, button, holder));
    }
  }

  function redraw() {
    for (const figure of shown) {
      figure.uplot.destroy();
      figure.uplot = plot(figure, figure.querySelector(".plot"));
    }
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redraw);
  addEventListener("resize", redraw);

  const raw = document.querySelector("details.json");
  if (raw) {
    raw.addEventListener("toggle", () => {
      raw.querySelector("pre").textContent = JSON.stringify(results, null, 1);
    }, { once: true });
  }
})();
