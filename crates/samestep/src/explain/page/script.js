"use strict";
(() => {
  const steps = document.querySelector(".steps");
  const svg = document.querySelector(".ribbons");
  const of = (side, n) => document.getElementById(side + n);
  const shown = (node) => {
    const fold = node.closest("details.fold");
    return fold && !fold.open ? fold.querySelector("summary") : node;
  };
  const draw = () => {
    const box = steps.getBoundingClientRect();
    svg.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
    for (const path of svg.querySelectorAll("path")) {
      const left = shown(of("l", path.dataset.l)), right = shown(of("r", path.dataset.r));
      const a = left.getBoundingClientRect(), b = right.getBoundingClientRect();
      const y = (r) => r.top - box.top + Math.min(r.height / 2, 22);
      const x1 = a.right - box.left, x2 = b.left - box.left, m = (x1 + x2) / 2;
      path.setAttribute("d", `M${x1} ${y(a)}C${m} ${y(a)} ${m} ${y(b)} ${x2} ${y(b)}`);
    }
  };
  const clear = () => document.querySelectorAll(".lit").forEach((node) => node.classList.remove("lit"));
  const light = (button) => {
    clear();
    button.classList.add("lit");
    const side = button.id[0], n = button.id.slice(1);
    for (const path of svg.querySelectorAll(`path[data-${side}="${n}"]`)) {
      path.classList.add("lit");
      const partner = side === "l" ? of("r", path.dataset.r) : of("l", path.dataset.l);
      partner.classList.add("lit");
    }
  };
  const partner = (button) => {
    const side = button.id[0], n = button.id.slice(1);
    const path = svg.querySelector(`path[data-${side}="${n}"]`);
    return path && (side === "l" ? of("r", path.dataset.r) : of("l", path.dataset.l));
  };
  for (const button of document.querySelectorAll(".step")) {
    button.addEventListener("focus", () => light(button));
    button.addEventListener("click", () => {
      light(button);
      const other = partner(button);
      if (!other) return;
      const fold = other.closest("details.fold");
      if (fold) fold.open = true;
      other.scrollIntoView({ block: "nearest", behavior: "auto" });
      draw();
    });
    button.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
      const other = partner(button);
      if (other) { const fold = other.closest("details.fold"); if (fold) fold.open = true; draw(); other.focus(); event.preventDefault(); }
    });
  }
  for (const piece of document.querySelectorAll(".piece")) {
    const show = () => {
      clear();
      piece.classList.add("lit");
      const n = piece.dataset.n;
      document.querySelectorAll("mark").forEach((mark) => {
        if (mark.dataset.e.split(" ").includes(n)) mark.classList.add("lit");
      });
      for (const id of (piece.dataset.steps || "").split(" ").filter(Boolean)) document.getElementById(id)?.classList.add("lit");
    };
    piece.addEventListener("mouseenter", show);
    piece.addEventListener("focus", show);
    piece.addEventListener("click", show);
    piece.addEventListener("mouseleave", clear);
  }
  document.querySelectorAll("details.fold").forEach((fold) => fold.addEventListener("toggle", draw));
  addEventListener("resize", draw);
  addEventListener("beforeprint", () => { document.querySelectorAll("details.fold").forEach((fold) => { fold.open = true; }); draw(); });
  new ResizeObserver(draw).observe(steps);
  draw();
})();
