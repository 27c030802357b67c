import { ButtonStyle, ComponentType } from 'discord.js';
import { describe, expect, test } from 'vitest';
import { drawPhone, phoneLines } from '../../src/drawing/draw-phone.js';
import { textWidth } from '../../src/drawing/spans.js';

const text = (content: string) => ({ type: ComponentType.TextDisplay, content });
const button = (label: string, style: ButtonStyle = ButtonStyle.Secondary) => ({
	type: ComponentType.Button,
	style,
	label,
	...(style === ButtonStyle.Link ? { url: 'https://example.com/a/long/address' } : { custom_id: label }),
});
const row = (...components: object[]) => ({ type: ComponentType.ActionRow, components });
const section = (content: string, accessory: object) => ({
	type: ComponentType.Section,
	components: [text(content)],
	accessory,
});
const picture = {
	type: ComponentType.Thumbnail,
	media: { url: 'https://example.com/t.png' },
	description: 'Logo of Aurora',
};
const container = (...components: object[]) => ({
	components: [{ type: ComponentType.Container, accent_color: 0x2e_a0_43, components }],
});
const gallery = (...alts: string[]) => ({
	type: ComponentType.MediaGallery,
	items: alts.map((description) => ({ media: { url: 'https://example.com/1.png' }, description })),
});

const now = Date.parse('2026-12-08T12:00:00Z');
const verified = container(
	section(
		'✅ **Purchase verified**\n**Aurora** is linked to your account.\nYou now have <@&1>.\nSupport until <t:1809777600:D> (<t:1809777600:R>)\n-# Regular license · code …3a8c',
		picture,
	),
	gallery('Preview picture of Aurora', 'Preview video of Aurora'),
	row(button('Open #support', ButtonStyle.Link), button('Show item'), button('Show my purchases')),
	row(button('Verify', ButtonStyle.Primary), button('Unlink', ButtonStyle.Danger)),
);

describe('a phone’s frame', () => {
	test('keeps within its columns, whatever is in it', () => {
		const long = `${'word '.repeat(40)}${'x'.repeat(200)}${'日'.repeat(90)}`;
		const drawn = drawPhone(
			container(
				section(long, picture),
				section(long, button('x'.repeat(20))),
				gallery(long),
				row(button('b')),
			),
		);
		expect(Math.max(...drawn.split('\n').map(textWidth))).toBeLessThanOrEqual(48);
	});
});

describe('the lines of a phone', () => {
	test.each([
		['a text', container(text('Hello')), 1],
		['marks, which take no room', container(text(`## **${'x'.repeat(46)}**`)), 1],
		['one character more', container(text('x'.repeat(47))), 2],
		['wide characters, which take two columns', container(text('日'.repeat(24))), 2],
		['no more room beside a picture', container(section('x'.repeat(41), picture)), 2],
		['buttons that wrap', container(row(button('x'.repeat(20)), button('y'.repeat(30)))), 2],
		['plain content', { content: 'one\ntwo' }, 2],
	])('count %s', (_, message, lines) => {
		expect(phoneLines(message)).toBe(lines);
	});

	test('count times as they are read', () => {
		const support = container(text(`Support until ${'x'.repeat(20)} <t:1809777600:D>`));
		expect(phoneLines(support, { locale: 'en-GB' })).toBe(1);
		expect(phoneLines(support, { locale: 'ru' })).toBe(2);
	});

	test('can leave pictures out', () => {
		expect(phoneLines(verified, { now })).toBe(9);
		expect(phoneLines(verified, { now, withMedia: false })).toBe(8);
	});
});
