/** The page's style: one column, type does the work; light, dark, phone and paper. */
import { cssVariables } from '../common/themes.ts';

export const style = `
:root{color-scheme:light dark;--accent:#00639c;--wash:#f5f6f7;--line:#dcdfe3;${cssVariables('light')}
--serif:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",Georgia,"Liberation Serif",serif;
--sans:-apple-system,BlinkMacSystemFont,"Segoe UI",Roboto,"Helvetica Neue",Arial,"Liberation Sans",sans-serif;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace}
@media (prefers-color-scheme:dark){:root{--accent:#7cc4f0;--wash:#1c2024;--line:#343a41;${cssVariables('dark')}}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0;background:var(--paper);color:var(--ink);font:1.0625rem/1.6 var(--sans);overflow-wrap:anywhere}
.column{max-width:760px;margin:0 auto;padding:0 20px}
.skip{position:absolute;left:-9999px}
.skip:focus{left:16px;top:16px;padding:8px 14px;background:var(--paper);color:var(--accent);z-index:9;outline:2px solid var(--accent)}
a{color:var(--accent);text-underline-offset:.18em;text-decoration-thickness:1px}
:focus-visible{outline:2px solid var(--accent);outline-offset:3px;border-radius:2px}
h1,h2,h3{line-height:1.2;text-wrap:balance;margin:0}
h1{font:400 min(clamp(2.1rem,6.2vw,3.4rem),13vw)/1.1 var(--serif);letter-spacing:-.015em;margin:.35em 0 .45em}
h2{font:400 min(clamp(1.6rem,4vw,2.1rem),11vw)/1.2 var(--serif);letter-spacing:-.01em;margin:0 0 .7em}
h3{font-size:1.1875rem;font-weight:650;margin:0 0 .35em}
p,ul,dl,ol{margin:0 0 1.1em;max-width:66ch}
p{text-wrap:pretty}
ul{padding-left:1.2em}
li{margin:.3em 0}
.after{margin-top:1.8rem}
.after+.after{margin-top:0}
code{font-family:var(--mono);font-size:.875em}
.kicker{font-size:.8125rem;letter-spacing:.09em;text-transform:uppercase;color:var(--soft);margin:0;max-width:none;padding-top:clamp(28px,6vw,56px)}
.about{color:var(--soft);margin:0 0 2rem;font-size:1rem}
.contents{border-top:1px solid var(--line);border-bottom:1px solid var(--line);padding:.7rem 0}
.contents ul{list-style:none;display:flex;flex-wrap:wrap;gap:.15rem 1.35rem;margin:0;padding:0;max-width:none;font-size:.9375rem}
.contents li{margin:0}
.contents a{text-decoration:none;display:inline-block;padding:.2rem 0}
.contents a:hover{text-decoration:underline}
section{padding-top:clamp(52px,9vw,84px)}
.answer+p{margin-top:1.4rem}
.answer{font:400 clamp(1.3rem,3.1vw,1.6rem)/1.45 var(--serif);max-width:60ch}
.keys{display:flex;flex-wrap:wrap;gap:1.4rem 1.5rem;align-items:baseline;max-width:none;margin:2rem 0 1rem;padding:1.5rem 0 0;border-top:2px solid var(--ink)}
.keys>div{flex:1 1 9rem;min-width:0;display:flex;flex-direction:column}
.keys dt{order:2;font-size:.9rem;line-height:1.4;color:var(--soft)}
.keys dd{margin:0 0 .4rem;display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .5rem;font:400 2rem/1.15 var(--serif);font-variant-numeric:lining-nums tabular-nums}
.keys dd small{font:400 .9rem/1.3 var(--sans);color:var(--soft)}
.first{border-top:2px solid var(--ink);padding-top:1rem;margin-bottom:1.6rem}
.large{margin:0;display:flex;flex-wrap:wrap;align-items:baseline;gap:0 .7rem}
.large strong{font:400 min(clamp(2.9rem,9vw,4.4rem),16vw)/1.05 var(--serif);letter-spacing:-.02em;color:var(--accent);font-variant-numeric:lining-nums tabular-nums}
.large small,.caption{font-size:.9375rem;line-height:1.45;color:var(--soft)}
.caption{margin:.3rem 0 1.1rem}
.first dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.5rem 1.4rem;margin:0;max-width:none;line-height:1.5}
.first dt{color:var(--soft);max-width:8.5rem}
.first dd{margin:0}
figure{margin:2.75rem 0 0}
section>figure+figure,section>.side+figure{margin-top:4rem}
figcaption p{margin:0 0 1rem;color:var(--soft)}
figure svg{display:block;width:100%;height:auto;overflow:visible;font-family:var(--sans);font-variant-numeric:tabular-nums}
.narrow,.legend{display:none}
.legend{list-style:none;flex-wrap:wrap;gap:.2rem 1.1rem;margin:0 0 .4rem;padding:0;font-size:.875rem;line-height:1.4}
.legend li{margin:0;display:flex;align-items:center;gap:.45em;min-width:0}
.swatch{flex:none;display:inline-block;width:18px;height:0;border-top:3px solid var(--colour)}
.swatch.dashed{border-top-style:dashed}
.swatch.dot{width:12px;height:12px;border:0;background:var(--colour)}
.circle{clip-path:circle()}.diamond{clip-path:polygon(50% 0,100% 50%,50% 100%,0 50%)}
.triangle-up{clip-path:polygon(50% 0,100% 100%,0 100%)}.triangle-down{clip-path:polygon(0 0,100% 0,50% 100%)}
.triangle-right{clip-path:polygon(0 0,100% 50%,0 100%)}
.cross{clip-path:polygon(33% 0,67% 0,67% 33%,100% 33%,100% 67%,67% 67%,67% 100%,33% 100%,33% 67%,0 67%,0 33%,33% 33%)}
.explored svg{touch-action:pan-y;cursor:crosshair}
.cursor{pointer-events:none}
.cursor line{stroke:var(--ink);stroke-width:1;opacity:.55}
.cursor circle{stroke:var(--paper);stroke-width:1.5}
.explorer{font-size:.9375rem}
.explorer .track{padding-left:var(--wide-left);padding-right:var(--wide-right)}
.explorer input{display:block;width:calc(100% + 16px);margin:0 -8px;height:28px;accent-color:var(--accent);cursor:ew-resize}
.explorer label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.readout{margin:.5rem 0 0;padding:.9rem 1.1rem;background:var(--wash);border-radius:6px}
.readout p{margin:0 0 .45rem;color:var(--soft)}
.readout strong{color:var(--ink);font-weight:650}
.readout ul{list-style:none;margin:0;padding:0;max-width:none;display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,19rem),1fr));gap:.15rem 2.5rem}
.readout li{margin:0;position:relative;padding-left:calc(18px + .55em);display:flex;flex-wrap:wrap;gap:0 .55em}
.readout .swatch{position:absolute;left:0;top:.8em}
.readout .swatch+span{flex:1 1 5.5rem}
.readout li span:last-child{margin-left:auto;font-variant-numeric:tabular-nums}
.table{overflow-x:auto;margin:2rem 0 0}
table{border-collapse:collapse;width:100%;font-size:.9375rem;line-height:1.4;font-variant-numeric:lining-nums tabular-nums}
caption{text-align:left;color:var(--soft);padding:0 0 .8rem}
.note{display:block;position:sticky;left:0;max-width:min(66ch,calc(100vw - 40px))}
caption strong{display:block;color:var(--ink);font-size:1.1875rem;font-weight:650;margin-bottom:.2rem}
th,td{max-width:min(26rem,60vw);overflow-wrap:break-word;text-align:left;padding:.42rem .9rem .42rem 0;border-bottom:1px solid var(--line);vertical-align:baseline;font-weight:400}
thead th{color:var(--soft);font-size:.8125rem;border-bottom-color:var(--rule);vertical-align:bottom}
tr>:last-child{padding-right:0}
.number{text-align:right;white-space:nowrap}
.paper{display:none}
.quiet{color:var(--soft)}
pre{margin:.3rem 0 1rem;padding:.75rem 1rem;background:var(--wash);border-radius:6px;white-space:pre-wrap;overflow-wrap:anywhere;line-height:1.5}
pre span{display:inline-block;max-width:100%}
.steps{padding-left:1.4em;max-width:none}
.steps li{margin:0 0 1rem}
.steps p{margin:0 0 .3rem}
details{margin:1.5rem 0 0;border-top:1px solid var(--line);border-bottom:1px solid var(--line)}
summary{cursor:pointer;padding:.7rem 0;color:var(--accent)}
details .table{margin:.5rem 0 1.2rem}
.facts{display:grid;grid-template-columns:fit-content(40%) minmax(0,1fr);gap:.35rem 1.5rem;font-size:.9375rem;max-width:none}
.facts dt{color:var(--soft)}
.facts dd{margin:0}
footer p{margin:clamp(60px,10vw,96px) 0 0;padding:1.4rem 0 3.5rem;border-top:1px solid var(--line);color:var(--soft);font-size:.875rem;max-width:none}
@media (max-width:640px){
.wide{display:none}.narrow{display:block}.legend{display:flex}
.explorer .track{padding-left:var(--narrow-left);padding-right:var(--narrow-right)}
.explorer input{height:40px}
.kicker{padding-top:12px;letter-spacing:0;text-transform:none;font-size:.75rem;line-height:1.35}.about{margin-bottom:.6rem;font-size:.8125rem;line-height:1.35}h1{font-size:min(1.9rem,9vw);margin:.15em 0 .2em}
.first{padding-top:.4rem}.large strong{font-size:min(2.35rem,11.5vw)}.large small,.caption{font-size:.875rem;line-height:1.35}.caption{margin:.1rem 0 .5rem}.first dd{font-size:.875rem;line-height:1.35}
.facts,.first dl{grid-template-columns:1fr;gap:0}.facts dd,.first dd{margin-bottom:.4rem}.first dt{font-size:.8125rem;line-height:1.3;max-width:none}
th,td{padding-right:.7rem}
th[scope=row]:not(.number),td:not(.number){min-width:5.5rem}
}
@media print{
@page{margin:15mm}
:root{${cssVariables('light')}--accent:#1d2126}
body{font-size:10.5pt}
.column,p,ul,ol,.note{max-width:none}.column{padding:0}
.skip,.contents,.explorer,.cursor{display:none}
.table{overflow:visible}
.wide{display:block}.narrow,.legend{display:none}
table{font-size:8.5pt}th,td{padding-right:.6rem}
section{padding-top:28pt}
h2,h3,figcaption{break-after:avoid}
figure,tr,.keys{break-inside:avoid}
figure svg{max-height:105mm}
section{break-inside:auto}figure{margin-top:14pt}section>figure+figure{margin-top:18pt}
details::details-content{content-visibility:visible;display:block;height:auto}
summary{display:none}
.long tbody tr:nth-child(n+16){display:none}.paper{display:block}
a{text-decoration:none}
}
`;

/** Two pages of paper. */
export const briefStyle = `
@media print{@page{size:A4;margin:14mm}html{zoom:.8}p,ul,.about{max-width:none}.kicker{padding-top:0}section{padding-top:14pt}
.keys{margin:1rem 0 .5rem;padding-top:1rem}figure{margin:1rem 0 0}figure svg{max-height:62mm}footer p{margin:8pt 0 0;padding:4pt 0 0}}
`;
