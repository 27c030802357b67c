import { ComponentType, TextInputStyle } from 'discord.js';
import { expect, test } from 'vitest';
import { drawModal } from '../../src/drawing/draw-modal.js';

const context = { width: 40, colour: false, now: 0, timeZone: 'UTC', nameOf: () => undefined };

test('a modal shows its fields in a frame, with the names to fill them in by', () => {
	const modal = {
		custom_id: 'join',
		title: 'Join',
		components: [
			{ type: ComponentType.TextDisplay, content: 'Paste your number.' },
			{
				type: ComponentType.Label,
				label: 'Lucky number',
				description: 'From your ticket',
				component: {
					type: ComponentType.TextInput,
					custom_id: 'code',
					style: TextInputStyle.Short,
					placeholder: 'abc-…',
				},
			},
			{
				type: ComponentType.ActionRow,
				components: [
					{
						type: ComponentType.TextInput,
						custom_id: 'note',
						style: 2,
						label: 'Note',
						value: 'Hi',
						required: false,
					},
				],
			},
		],
	};
	expect(drawModal(modal, context).split('\n')).toEqual([
		'┌─ Join ───────────────────────────────┐',
		'│ Paste your number.                   │',
		'│ Lucky number *  code                 │',
		'│ From your ticket                     │',
		'│ › abc-…                              │',
		'│ Note  note                           │',
		'│ › Hi                                 │',
		'└──────────────────────────────────────┘',
	]);
});
