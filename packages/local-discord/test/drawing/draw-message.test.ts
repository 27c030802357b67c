import {
	type APIMessage,
	type APIMessageTopLevelComponent,
	ButtonStyle,
	ComponentType,
	MessageFlags,
	MessageType,
} from 'discord.js';
import { describe, expect, test } from 'vitest';
import { contextOf, type DrawContext } from '../../src/drawing/draw-context.js';
import { drawMessage } from '../../src/drawing/draw-message.js';
import { textWidth } from '../../src/drawing/spans.js';

const now = Date.parse('2026-03-01T12:00:00Z');
const context = contextOf({
	width: 80,
	colour: false,
	now: now,
	timeZone: 'UTC',
	nameOf: () => undefined,
});

function message(parts: Partial<APIMessage>): APIMessage {
	return {
		id: '1',
		channel_id: '3',
		type: MessageType.Default,
		author: {
			id: '9',
			username: 'robin',
			global_name: null,
			discriminator: '0001',
			avatar: null,
			bot: true,
		},
		content: '',
		timestamp: '2026-03-01T11:59:00.000Z',
		edited_timestamp: null,
		tts: false,
		mention_everyone: false,
		mentions: [],
		mention_roles: [],
		attachments: [],
		embeds: [],
		pinned: false,
		...parts,
	};
}

/** The drawn lines below the header, without their indent. */
function bodyOf(parts: Partial<APIMessage>, changes: Partial<DrawContext> = {}): string[] {
	const lines = drawMessage(message(parts), { ...context, ...changes }).split('\n');
	return lines.slice(1).map((line) => line.slice(2));
}

const row = (...components: unknown[]) =>
	[{ type: ComponentType.ActionRow, components }] as unknown as APIMessageTopLevelComponent[];

describe('a drawn message', () => {
	test('says who wrote it, when, and who can see it', () => {
		expect(drawMessage(message({ content: 'Hello' }), context)).toBe('robin APP  11:59\n  Hello');
		const hidden = message({
			content: 'Hello',
			flags: MessageFlags.Ephemeral,
			edited_timestamp: '2026-03-01T12:00:00.000Z',
		});
		expect(drawMessage(hidden, context).split('\n')[0]).toBe(
			'robin APP  11:59 (edited)  Only you can see this',
		);
	});

	test('numbers what can be used, and shows where links lead', () => {
		const components = row(
			{
				type: ComponentType.Button,
				style: ButtonStyle.Primary,
				custom_id: 'back',
				label: 'Back',
				disabled: true,
			},
			{ type: ComponentType.Button, style: ButtonStyle.Primary, custom_id: 'next', label: 'Next' },
			{ type: ComponentType.Button, style: ButtonStyle.Link, url: 'https://example.com', label: 'Demo' },
		);
		expect(bodyOf({ components })).toEqual(['1 ( Back )  2 [ Next ]  [ Demo ↗ ] https://example.com']);
	});

	test('keeps within its width, whatever is in it', () => {
		const long = `${'word '.repeat(40)}${'x'.repeat(200)} 日本語${'日'.repeat(90)}`;
		const embed = { title: long, description: long };
		const drawn = drawMessage(message({ content: long, embeds: [embed] }), { ...context, width: 60 });
		expect(Math.max(...drawn.split('\n').map(textWidth))).toBeLessThanOrEqual(60);
		expect(drawn.replaceAll(/[\s▌]/g, '')).toContain('x'.repeat(200));
	});

	test('is coloured only where colours are welcome', () => {
		const parts = { content: '**bold**', embeds: [{ title: 'Lamp', color: 0x57f287 }] };
		expect(drawMessage(message(parts), context)).not.toContain('\u001B');
		const coloured = drawMessage(message(parts), { ...context, colour: true });
		expect(coloured).toContain('\u001B[2m▌ ');
		expect(coloured).toContain('\u001B[1mbold');
	});

	test("can't steer the terminal", () => {
		const drawn = drawMessage(message({ content: 'a\u001B[2Jb\u0007\u009B31mc' }), context);
		expect(drawn).toContain('a[2Jb31mc');
	});
});
