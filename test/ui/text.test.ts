import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import {
	cut,
	escapeText,
	foreignLine,
	memberWithName,
	money,
	oneLine,
	paragraphs,
	plainText,
	sentences,
} from '../../src/ui/text.js';
import { hostileText } from '../states/items/sample-items.js';

/** Escaped text as its reader sees it: Discord drops a backslash before anything but letters, digits and spaces. */
const asRead = (escaped: string) => escaped.replaceAll(/\\([^0-9A-Za-z\s])/g, '$1');

describe('cutting text', () => {
	it('ends a shortened text with an ellipsis, within the limit', () => {
		expect(cut('123456', 5)).toBe('1234…');
		expect(cut('one two three', 5)).toBe('one…');
	});

	it('never splits a character as people see it', () => {
		const family = '👩‍👩‍👧‍👦';
		expect(cut(`a${family}b`, family.length + 1)).toBe('a…');
		expect(cut(`${family}${family}`, family.length + 1)).toBe(`${family}…`);
	});

	it('splits a single endless character, but no surrogate pair', () => {
		const endless = `😀${'\u0301'.repeat(50)}`;
		expect(cut(endless, 10)).toBe(`😀${'\u0301'.repeat(7)}…`);
		expect(cut(endless, 2)).toBe('…');
	});

	it('stays within its limit for any text', () => {
		fc.assert(
			fc.property(hostileText, fc.integer({ min: 1, max: 300 }), (text, limit) => {
				expect(cut(text, limit).length).toBeLessThanOrEqual(limit);
			}),
		);
	});
});

describe('foreign text', () => {
	it.each([
		['emphasis', 'a *b* _c_ __d__', 'a \\*b\\* \\_c\\_ \\_\\_d\\_\\_'],
		['a masked link', '[free](https://evil.example)', '\\[free](https://evil.example)'],
		['a mention', '<@123> <#4> <@&5>', '\\<@123> \\<#4> \\<@&5>'],
		['a spoiler and strike-through', '||a|| ~~b~~', '\\|\\|a\\|\\| \\~\\~b\\~\\~'],
		['code', '`a` ```b```', '\\`a\\` \\`\\`\\`b\\`\\`\\`'],
		['a heading', '# Big', '\\# Big'],
		['small print', '-# small', '\\-# small'],
		['a quote', '> said', '\\> said'],
		['a list', '1. one', '1\\. one'],
		['an escape', '\\*a*', '\\\\\\*a\\*'],
		['underscores after the beginning of an emoji', '<: _it_', '\\<: \\_it\\_'],
	])('shows %s as it was typed', (_, text, escaped) => {
		expect(foreignLine(text, 200)).toBe(escaped);
		expect(asRead(escaped)).toBe(text);
	});

	it('keeps an ordinary name as it is', () => {
		for (const name of ['Aurora – Photo Theme (v2.1), 24/7 & more!', '2.4.1', '#1 Theme', '-50% sale']) {
			expect(foreignLine(name, 200)).toBe(name);
		}
	});

	it.each([
		['see https://discord.com@evil.example/a now', 'see https://evil.example/a now'],
		['(https://discord.com@evil.example/a)', '(https://evil.example/a)'],
		['👉https://discord.com@evil.example/a', '👉https://evil.example/a'],
		['xhttps://discord.com@a@evil.example,HTTP://b@c', 'xhttps://evil.example,HTTP://c'],
	])('shows an address without the user name that disguises its target: %s', (typed, shown) => {
		expect(foreignLine(typed, 200)).toBe(shown);
	});

	it('keeps a bare address tappable', () => {
		expect(foreignLine('see https://docs.example.com/a_b_c?d=*e* _now_', 200)).toBe(
			'see https://docs.example.com/a_b_c?d=*e* \\_now\\_',
		);
	});

	it('lets no address end the bold text around it', () => {
		expect(foreignLine('https://docs.example.com/a**b', 200)).toBe('https://docs.example.com/a\\*\\*b');
	});

	it('leaves no formatting active, and loses nothing a person could read', () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				const line = foreignLine(text, 1_000_000);
				// Only a user name that disguises the target of an address is removed.
				expect(asRead(line)).toBe(oneLine(text).replaceAll(/(https?:\/\/)[^\s/?#\\]*@/gi, '$1'));
				const active = line
					.replaceAll(/\\[^0-9A-Za-z\s]/g, '')
					.split(' ')
					.filter((word) => !/^https?:/i.test(word) && /[\\*_~`|<[]/.test(word));
				expect(active).toEqual([]);
			}),
		);
	});

	it('is cut without half an escape at its end', () => {
		fc.assert(
			fc.property(hostileText, fc.integer({ min: 1, max: 80 }), (text, limit) => {
				const line = foreignLine(text, limit);
				expect(line.length).toBeLessThanOrEqual(limit);
				expect(/(?<!\\)(\\\\)*\\…?$/.test(line)).toBe(false);
			}),
		);
	});

	it('cannot reorder the text around it, and keeps its own direction', () => {
		expect(oneLine('abc\u202egnp.exe\u2066')).toBe('abcgnp.exe');
		expect(oneLine('שלום עולם')).toBe('שלום עולם');
	});

	it('keeps its paragraphs if there is room, and loses its other white space', () => {
		expect(paragraphs('One\r\n\r\n\r\n\r\n two \t three\n- four')).toBe('One\n\ntwo three\n- four');
		expect(oneLine('One\n two')).toBe('One two');
	});

	it('never contains half a surrogate pair, which JSON could not hold', () => {
		expect(oneLine('a\ud83d b\udc00')).toBe('a\ufffd b\ufffd');
	});
});

describe('escaping', () => {
	it('doesn’t depend on the lines that follow', () => {
		// Contains few characters that are always escaped, so that others are tried too.
		const parts = ['a', ' ', '\n', '#', '>', '-', '+', '1', '.', ')', 'http://', '@'];
		fc.assert(
			fc.property(fc.array(fc.constantFrom(...parts), { maxLength: 6 }), (chosen) => {
				const text = chosen.join('');
				expect(escapeText(`${text}\n*`)).toBe(`${escapeText(text)}\n\\*`);
			}),
			{ numRuns: 1_000 },
		);
	});
});

describe('money', () => {
	it.each([
		[29, 'USD', '$29.00'],
		[99.5, 'eur', '€99.50'],
		[2900, 'JPY', '¥2,900'],
		[0, 'USD', '$0.00'],
		[12.5, 'ABC', 'ABC\u00a012.50'],
		[1234.567, undefined, '1,234.57'],
		[5, 'Credits', '5 Credits'],
		[5, '<@1>', '5 \\<@1>'],
		[5, '€', '5 €'],
	])('shows %d in %s as %s', (amount, currency, shown) => {
		expect(money(amount, currency, 'en')).toBe(shown);
	});

	it('is short and does not throw for any number and any currency', () => {
		fc.assert(
			fc.property(fc.double(), fc.option(hostileText, { nil: undefined }), (amount, currency) => {
				expect(money(amount, currency, 'ja').length).toBeLessThanOrEqual(60);
			}),
		);
	});
});

describe('a description', () => {
	it('is parsed as paragraphs and lists if it is HTML', () => {
		const html =
			'<h2>Aurora</h2>\n<p>For <strong>photographers</strong> &amp; friends.<br>Fast.</p><ul><li>Dark mode</li><li class="x">RTL</li></ul>';
		expect(paragraphs(plainText(html))).toBe(
			'Aurora\nFor photographers & friends.\nFast.\n\n• Dark mode\n• RTL',
		);
	});

	it('loses scripts, styles and comments with their contents', () => {
		expect(plainText('<p>a</p><script>alert(1)</script><style>p{}</style><!-- b -->c')).toBe('a\n\nc');
	});

	it('is left unchanged if it only resembles HTML', () => {
		const text = 'Works if a < b and c > d, see List<String> &amp; co.';
		expect(plainText(text)).toBe(text);
	});

	it('has its entities decoded once, not twice', () => {
		expect(plainText('<p>&amp;lt;b&amp;gt; &#9731; &#x2603; &unknown; &#99999999;</p>').trim()).toBe(
			'&lt;b&gt; ☃ ☃ &unknown; \ufffd',
		);
	});

	it('has every named character of HTML, with and without tags around it', () => {
		const text =
			'It&rsquo;s a caf&eacute; &ndash; &Eacute;t&eacute; &euro;5 &frac12; &alpha;&Omega; &hearts; &sup2;';
		const read = 'It’s a café – Été €5 ½ αΩ ♥ ²';
		expect(plainText(text)).toBe(read);
		expect(plainText(`<p>${text}</p>`).trim()).toBe(read);
		expect(plainText('&#8217;&#x2019;&#146;&#150;&quot;&apos;&AMP;&nbsp;')).toBe('’’’–"\'&\u00a0');
	});

	it('never gets markup or invisible text out of a character reference', () => {
		const shown = escapeText(
			paragraphs(
				plainText(
					'<p>&#42;&#42;a&#42;&#42; &lt;@1&gt; &#124;&#124;b&#124;&#124; &#8238;c &lsqb;d</p>&#60;b&#62;e',
				),
			),
		);
		expect(shown).toBe('\\*\\*a\\*\\* \\<@1> \\|\\|b\\|\\| c \\[d\n\n\\<b>e');
	});

	it('is parsed without failing, whatever it contains', () => {
		fc.assert(
			fc.property(hostileText, (text) => {
				expect(plainText(`<p>${text}`)).not.toMatch(/<p>/);
			}),
		);
	});
});

it('sentences are separated by a space if the language uses one', () => {
	expect(sentences(translatorFor('en-US'), ['One.', '', 'Two.', 'Three.'])).toBe('One. Two. Three.');
	expect(sentences(translatorFor('ja'), ['一。', '', '二。'])).toBe('一。二。');
});

it.each([
	['maya', '<@1> (maya)'],
	['tom_the*great*', '<@1> (tom\\_the\\*great\\*)'],
	['\u202emaya\u0000', '<@1> (maya)'],
	['\u200b', '<@1>'],
	[undefined, '<@1>'],
])('a mention is followed by the member’s readable name, if any: %s', (name, shown) => {
	expect(memberWithName('1', name)).toBe(shown);
});
