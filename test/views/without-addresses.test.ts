import { type APIButtonComponent, ButtonStyle, ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { componentsView, type MessageView, noMentions, textView } from '../../src/views/message.js';
import { withoutAddresses } from '../../src/views/without-addresses.js';

const url = 'https://example.com/a.png';
const openLink = { type: ComponentType.Button, style: ButtonStyle.Link, label: 'Demo', url } as const;
const share = {
	type: ComponentType.Button,
	style: ButtonStyle.Secondary,
	label: 'Share',
	custom_id: 'x',
} as const;
const row = (...components: APIButtonComponent[]) => ({
	type: ComponentType.ActionRow as const,
	components,
});

describe('a message without addresses', () => {
	it('keeps its words, its fields, its other buttons and what is uploaded', () => {
		const view: MessageView = {
			content: 'Hello',
			embeds: [
				{
					title: 'Aurora',
					url,
					description: 'words',
					thumbnail: { url },
					image: { url: 'attachment://chart.png' },
					fields: [{ name: 'a', value: 'b' }],
				},
			],
			components: [row(share, openLink), row(openLink)],
			allowedMentions: noMentions,
		};
		expect(withoutAddresses(view, '-# note')).toEqual({
			content: 'Hello\n-# note',
			embeds: [
				{
					title: 'Aurora',
					description: 'words',
					image: { url: 'attachment://chart.png' },
					fields: [{ name: 'a', value: 'b' }],
				},
			],
			components: [row(share)],
			allowedMentions: noMentions,
		});
	});

	it('of components says in the place of its gallery what is missing', () => {
		const text = { type: ComponentType.TextDisplay, content: 'Screenshots' } as const;
		const view = componentsView([text, { type: ComponentType.MediaGallery, items: [{ media: { url } }] }]);
		expect(withoutAddresses(view, '-# note')?.components).toEqual([
			text,
			{ type: ComponentType.TextDisplay, content: '-# note' },
		]);
	});

	it('is none where it had none: it was refused for something else', () => {
		expect(withoutAddresses(textView('Hello'), '-# note')).toBeUndefined();
		const uploaded = { ...textView(''), embeds: [{ image: { url: 'attachment://a.png' }, title: 'a' }] };
		expect(withoutAddresses(uploaded, '-# note')).toBeUndefined();
	});
});
