/** A document with fields to fill in: as HTML to print, and as Markdown to edit. */
import { Html, html } from '../page/html.ts';

/** Part of a section: a paragraph, a list, a table, or a field that people fill in. */
export type Block =
  | { readonly text: string }
  | { readonly items: readonly string[] }
  | { readonly heads: readonly string[]; readonly rows: readonly (readonly string[])[] }
  /** `lines`: how much room it has on paper. */
  | { readonly field: string; readonly lines?: number }
  | { readonly code: string }
  /** A line for a terminal. */
  | { readonly command: string };

interface DocumentSection {
  readonly title: string;
  readonly blocks: readonly Block[];
}

export interface FormDocument {
  readonly title: string;
  readonly about: string;
  readonly notice: string;
  readonly sections: readonly DocumentSection[];
}

const STYLE = `@page{size:A4;margin:16mm}*{box-sizing:border-box}
body{font:10.5pt/1.42 "Liberation Sans",Arial,"DejaVu Sans",sans-serif;color:#1d2126;max-width:178mm;margin:24px auto;padding:0 16px;overflow-wrap:anywhere}
h1{font-size:20pt;line-height:1.15;margin:0 0 4pt}h2{font-size:12.5pt;margin:15pt 0 4pt;break-after:avoid}p,ul{margin:0 0 6pt}ul{padding-left:14pt}
.about,.notice{color:#575e66}.notice{border-left:3px solid #8b929a;padding-left:8pt}
table{border-collapse:collapse;width:100%;font-size:9.5pt;margin:0 0 8pt}th,td{text-align:left;vertical-align:top;padding:2.5pt 8pt 2.5pt 0;border-bottom:1px solid #dcdfe3;font-weight:400}
thead th{color:#575e66;overflow-wrap:normal}.command{font-size:8.5pt;margin:0 0 6pt}tr{break-inside:avoid}.field{margin:0 0 7pt;break-inside:avoid}.field span{display:block;color:#575e66;font-size:9.5pt}
.field div{border-bottom:1px solid #8b929a;height:1.7em}pre{font-size:7pt;line-height:1.3;white-space:pre-wrap;background:#f5f6f7;padding:6pt;margin:0}
@media print{body{max-width:none;margin:0;padding:0}}`;

export function formHtml({ title, about, notice, sections }: FormDocument): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body><main>
<h1>${title}</h1>
<p class="about">${about}</p>
<p class="notice">${notice}</p>
${sections.map(({ title: name, blocks }, at) => html`<section><h2>${at + 1}. ${name}</h2>\n${blocks.map(blockHtml)}</section>\n`)}</main></body>
</html>
`.text;
}

function blockHtml(block: Block): Html {
  if ('text' in block) return html`<p>${block.text}</p>\n`;
  if ('items' in block) return html`<ul>${block.items.map((item) => html`<li>${item}</li>`)}</ul>\n`;
  if ('code' in block) return html`<pre>${block.code}</pre>\n`;
  if ('command' in block) return html`<pre class="command">${block.command}</pre>\n`;
  if ('field' in block) {
    const lines = Array.from({ length: block.lines ?? 1 }, () => html`<div></div>`);
    return html`<div class="field"><span>${block.field}</span>${lines}</div>\n`;
  }
  const row = (cells: readonly string[]) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`;
  return html`<table><thead><tr>${block.heads.map((head) => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${block.rows.map(row)}</tbody></table>\n`;
}

export function formMarkdown({ title, about, notice, sections }: FormDocument): string {
  const parts = sections.map(({ title: name, blocks }, at) =>
    [`## ${at + 1}. ${marked(name)}`, ...blocks.map(blockMarkdown)].join('\n\n'),
  );
  return `${[`# ${marked(title)}`, marked(about), `> ${marked(notice)}`, ...parts].join('\n\n')}\n`;
}

function blockMarkdown(block: Block): string {
  if ('text' in block) return marked(block.text);
  if ('items' in block) return block.items.map((item) => `- ${marked(item)}`).join('\n');
  if ('code' in block) return `\`\`\`json\n${fenced(block.code)}\n\`\`\``;
  if ('command' in block) return `\`\`\`sh\n${fenced(block.command)}\n\`\`\``;
  if ('field' in block) return `**${marked(block.field)}**\n\n…`;
  const row = (cells: readonly string[]) =>
    `| ${cells.map((cell) => marked(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [row(block.heads), `| ${block.heads.map(() => '---').join(' | ')} |`, ...block.rows.map(row)].join('\n');
}

/** Nothing in it ends the block. */
const fenced = (text: string) => text.replaceAll('```', '` ` `');

/** Names in data must not become markup. */
const marked = (text: string) => text.replaceAll(/[\\`*_<>[\]#]/g, '\\$&').replaceAll(/\s+/g, ' ');
