import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeText, paragraphs, plainText } from '../../../src/ui/text.js';
import { hostileText } from '../samples.js';

describe('a description', () => {
	it('is read as paragraphs and lists where it is HTML', () => {
		const html =
			'<h2>Aurora</h2>\n<p>For <strong>photographers</strong> &amp; friends.<br>Fast.</p><ul><li>Dark mode</li><li class="x">RTL</li></ul>';
		expect(paragraphs(plainText(html))).toBe(
			'Aurora\nFor photographers & friends.\nFast.\n\n• Dark mode\n• RTL',
		);
	});

	it('loses scripts, styles and comments with what is in them', () => {
		expect(plainText('<p>a</p><script>alert(1)</script><style>p{}</style><!-- b -->c')).toBe('a\n\nc');
	});

	it('is left alone where it only looks a little like HTML', () => {
		const text = 'Works if a < b and c > d, see List<String> &amp; co.';
		expect(plainText(text)).toBe(text);
	});

	it('has its entities read once, not twice', () => {
		expect(plainText('<p>&amp;lt;b&amp;gt; &#9731; &#x2603; &unknown; &#99999999;</p>').trim()).toBe(
			'&lt;b&gt; ☃ ☃ &unknown; \ufffd',
		);
	});

	it('has every named character of HTML, with tags around it and without', () => {
		const text =
			'It&rsquo;s a caf&eacute; &ndash; &Eacute;t&eacute; &euro;5 &frac12; &alpha;&Omega; &hearts; &sup2;';
		const read = 'It’s a café – Été €5 ½ αΩ ♥ ²';
		expect(plainText(text)).toBe(read);
		expect(plainText(`<p>${text}</p>`).trim()).toBe(read);
		expect(plainText('&#8217;&#x2019;&#146;&#150;&quot;&apos;&AMP;&nbsp;')).toBe('’’’–"\'&\u00a0');
	});

	it('never gets markup, or what hides text, out of a character reference', () => {
		const shown = escapeText(
			paragraphs(
				plainText(
					'<p>&#42;&#42;a&#42;&#42; &lt;@1&gt; &#124;&#124;b&#124;&#124; &#8238;c &lsqb;d</p>&#60;b&#62;e',
				),
			),
		);
		expect(shown).toBe('\\*\\*a\\*\\* \\<@1> \\|\\|b\\|\\| c \\[d\n\n\\<b>e');
	});

	it('is read without failing, whatever it holds', () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				expect(plainText(`<p>${text}`)).not.toMatch(/<p>/);
			}),
		);
	});
});
