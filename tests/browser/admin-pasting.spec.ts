import type { Page } from '@playwright/test';
import { expect, test } from './site.ts';
import { openSignedIn } from './staff.ts';

/** Formatted text that is pasted into a post becomes Markdown. */

const content = (page: Page) => page.getByLabel('Content');

/** Pastes HTML and plain text, as after copying from a word processor. */
const paste = (page: Page, html: string, text = '') =>
  content(page).evaluate(
    (area, data) => {
      (area as HTMLTextAreaElement).focus();
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', data.html);
      clipboardData.setData('text/plain', data.text);
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      return area.dispatchEvent(event);
    },
    { html, text },
  );

const formatted = [
  [
    'Word',
    `<html><head><style>p{margin:0}</style></head><body lang=EN-GB><h1>Tides<o:p></o:p></h1>
     <p class=MsoNormal>It is <b>very</b> <i>wet</i>, see <a href="https://tides.example/a(b)">here</a>.<o:p></o:p></p>
     <p class=MsoListParagraphCxSpFirst style='mso-list:l0 level1 lfo1'><![if !supportLists]>\
<span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>One</p>
     <p class=MsoListParagraphCxSpLast style='mso-list:l0 level2 lfo1'>\
<span style='mso-list:Ignore'>1.<span>&nbsp; </span></span>Two</p></body></html>`,
    '## Tides\n\nIt is **very** *wet*, see [here](https://tides.example/a%28b%29).\n\n- One\n    1. Two',
  ],
  [
    'Google Docs',
    `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span>Mud</span></h2>
     <p dir="ltr"><span style="font-weight:700">Bold</span>\
<span style="font-weight:400"> and </span><span style="font-style:italic">slanted</span></p>
     <ul><li><p>First</p></li><ul><li><p>Deeper</p></li></ul><li><p>Second</p></li></ul></b>`,
    '## Mud\n\n**Bold** and *slanted*\n\n- First\n    - Deeper\n- Second',
  ],
  [
    'LibreOffice',
    `<body><blockquote>Said <code>x[0]</code></blockquote>\
<table><tr><td><p>a|b</p></td><td><b>c</b></td></tr><tr><td>1</td></tr></table><pre>let a;
b();</pre><p>2 * 3 &lt; 7</p><script>alert(1)</script></body>`,
    '> Said `x[0]`\n\n| a\\|b | **c** |\n|---|---|\n| 1 |  |\n\n```\nlet a;\nb();\n```\n\n2 \\* 3 \\< 7',
  ],
  [
    'a browser',
    '<a href=" https://tides.example/a b\u3000c\u00a0d\n ">here</a>',
    '[here](https://tides.example/a%20b%E3%80%80c%C2%A0d)',
  ],
  [
    'a browser, with line breaks',
    '<h2>High<br>tide</h2><p>One<br>two <b>three</b><br></p><br class="Apple-interchange-newline">' +
      '<table><tr><td>a<br>b</td><td>c</td></tr></table><ul><li>d<br></li></ul>',
    '## High tide\n\nOne\\\ntwo **three**\n\n| a b | c |\n|---|---|\n\n- d',
  ],
] as const;

test('formatted text is pasted as Markdown, Undo reverts it, and plain text is left to the browser', async ({
  page,
}) => {
  await openSignedIn(page, '/admin/blogs/new');
  await content(page).fill('Before: ');
  for (const [from, html, markdown] of formatted) {
    expect(await paste(page, html), from).toBe(false);
    await expect(content(page), from).toHaveValue(`Before: ${markdown}`);
    await page.keyboard.press('ControlOrMeta+z');
    await expect(content(page), `${from}, undone`).toHaveValue('Before: ');
  }
  const code =
    '<div style="white-space: pre;"><div><span style="color:red">let</span> a</div></div>';
  for (const html of ['', '<p>Plain <span>words</span><br></p>', code]) {
    expect(await paste(page, html, 'Plain'), html).toBe(true);
  }
});
