// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/page_style.h"

namespace nv::page {

// The colours are those of the window; classes in the order of BudgetClass.
const std::string_view kHead =
    R"PAGE(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-l0nyAx3+xpY6sLe40IZFcUFBt7q6w+uTyFDJ7brgVLA='">
<meta name="viewport" content="width=device-width">
<meta name="generator" content="nsys-verdict">
<style>
:root { color-scheme: light dark; --back: #fff; --text: #1b2026; --muted: #565f69; --line: #d3d8de;
  --panel: #f6f7f9; --accent: #00719a;
  --c0: #005241; --c1: #50279a; --c2: #d15e14; --c3: #583c00; --c4: #b04897; --c5: #f2b704;
  --c6: #9fc272; --c7: #376ffe; --c8: #62cfb3; --c9: #8a8f98; --c10: #dfe2e6; --c11: #fff; }
@media (prefers-color-scheme: dark) { :root { --back: #16191d; --text: #e4e7eb; --muted: #a3abb5;
  --line: #343a42; --panel: #1d2126; --accent: #3fc1e6;
  --c0: #478961; --c1: #9051e8; --c2: #d59d25; --c3: #8d7f31; --c4: #d350a2; --c5: #fbdd1d;
  --c6: #e5ffa5; --c7: #63b2ff; --c8: #b6feeb; --c9: #7d838c; --c10: #2b3036; --c11: #16191d; } }
body { font: 14px/1.5 system-ui, sans-serif; max-width: 84em; margin: 2em auto; padding: 0 1em;
  color: var(--text); background: var(--back); }
h1 { font-size: 1.3em; overflow-wrap: anywhere; } h2 { font-size: 1.15em; margin-top: 2em; }
h3 { font-size: 1em; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .2em .7em .2em 0; text-align: left; vertical-align: top; }
th { color: var(--muted); font-weight: normal; border-bottom: 1px solid var(--line); }
td { border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
.n { text-align: right; white-space: nowrap; }
.s { white-space: nowrap; }
th button { all: unset; cursor: pointer; }
th button:hover, th button:focus-visible { color: var(--accent); text-decoration: underline; }
th[aria-sort=ascending] button::after { content: " \2191"; }
th[aria-sort=descending] button::after { content: " \2193"; }
.note { color: var(--muted); }
code { font-family: ui-monospace, monospace; font-size: .95em; }
pre { overflow-x: auto; padding: .6em; border: 1px solid var(--line); background: var(--panel); }
figure { margin: 1em 0; }
figure img { max-width: 100%; height: auto; border: 1px solid var(--line); }
figcaption { color: var(--muted); }
.bar { display: flex; height: 20px; margin: .3em 0 .8em; border: 1px solid var(--line); }
.bar span { min-width: 1px; }
.legend { display: flex; flex-wrap: wrap; gap: .2em 1.4em; margin: .3em 0 1em; padding: 0; list-style: none; }
.legend span { display: inline-block; width: .8em; height: .8em; margin-right: .4em; border: 1px solid var(--line); }
@media print { :root { color-scheme: light; } body { max-width: none; margin: 0; font-size: 9pt; }
  h2, h3 { break-after: avoid; } tr, figure, .bar { break-inside: avoid; }
  thead { display: table-header-group; } pre { white-space: pre-wrap; overflow-wrap: anywhere; }
  .bar span, .legend span { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
.c0 { background: var(--c0); }
.c1 { background: var(--c1); }
.c2 { background: var(--c2); }
.c3 { background: var(--c3); }
.c4 { background: var(--c4); }
.c5 { background: var(--c5); }
.c6 { background: var(--c6); }
.c7 { background: var(--c7); }
.c8 { background: var(--c8); }
.c9 { background: var(--c9); }
.c10 { background: var(--c10); }
.c11 { background: var(--c11); }
</style>
)PAGE";

// A change here changes the hash in the head; a test compares them.
const std::string_view kScript = R"PAGE("use strict";
const scale = {ns: 1, "µs": 1e3, ms: 1e6, s: 1e9, min: 6e10, B: 1, KiB: 1024, MiB: 1048576,
  GiB: 1073741824, TiB: 1099511627776, "kB/s": 1e3, "MB/s": 1e6, "GB/s": 1e9, "TB/s": 1e12};
const shape = /^[^0-9+-]*([+-]?[0-9](?:[0-9\u2009]*[0-9])?(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?)\s*([^\s0-9(]*)/;
function valueOf(text) {
  const found = shape.exec(text.replace("\u2212", "-"));
  return found ? Number(found[1].replace(/\u2009/g, "")) * (scale[found[2]] || 1) : NaN;
}
function compareNumbers(a, b) {
  const x = valueOf(a), y = valueOf(b);
  if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y);
  return x - y;
}
function sortBy(table, column, original) {
  const head = table.tHead.rows[0].cells[column];
  const isNumber = head.classList.contains("n");
  const order = isNumber ? ["descending", "ascending", "none"] : ["ascending", "descending", "none"];
  const next = order[(order.indexOf(head.ariaSort) + 1) % 3];
  for (const cell of table.tHead.rows[0].cells) cell.ariaSort = "none";
  head.ariaSort = next;
  const rows = original.slice();
  const text = row => row.cells[column].textContent;
  const sign = next === "descending" ? -1 : 1;
  if (next !== "none") rows.sort((a, b) => {
    if (!isNumber) return sign * text(a).localeCompare(text(b));
    const unknown = isNaN(valueOf(text(a))) || isNaN(valueOf(text(b)));
    return (unknown ? 1 : sign) * compareNumbers(text(a), text(b));
  });
  table.tBodies[0].append(...rows);
}
for (const table of document.querySelectorAll("table")) {
  const original = Array.from(table.tBodies[0].rows);
  if (original.length < 2) continue;
  Array.from(table.tHead.rows[0].cells).forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.title = "Sort";
    button.append(...head.childNodes);
    button.addEventListener("click", () => sortBy(table, column, original));
    head.append(button);
    head.ariaSort = "none";
  });
}
)PAGE";

} // namespace nv::page
