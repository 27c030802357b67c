import { addressesOf } from '@claimcheck/local-discord/reading';
import {
	type APIButtonComponent,
	type APIThumbnailComponent,
	ButtonStyle,
	ComponentType,
	MessageFlags,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { componentsView, type MessageView, noMentions, stripLinks, textView } from '../../src/ui/message.js';
import { accents, gallery, page } from '../../src/ui/page.js';
import { messageRefusals } from './refusals.js';

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
	it('keeps its words and its other buttons', () => {
		const view: MessageView = {
			content: 'Hello',
			components: [row(share, openLink), row(openLink)],
			allowedMentions: noMentions,
		};
		expect(stripLinks(view, '-# note')).toEqual({
			content: 'Hello\n-# note',
			components: [row(share)],
			allowedMentions: noMentions,
		});
	});

	it('of components says in the place of its gallery what is missing', () => {
		const text = { type: ComponentType.TextDisplay, content: 'Screenshots' } as const;
		const view = componentsView([text, { type: ComponentType.MediaGallery, items: [{ media: { url } }] }]);
		expect(stripLinks(view, '-# note')?.components).toEqual([
			text,
			{ type: ComponentType.TextDisplay, content: '-# note' },
		]);
	});

	it('keeps its container: texts beside pictures and links stand alone, and the note is its last text', () => {
		const words = (content: string) => ({ type: ComponentType.TextDisplay as const, content });
		const section = (accessory: APIButtonComponent | APIThumbnailComponent, ...lines: string[]) => ({
			type: ComponentType.Section as const,
			components: lines.map(words),
			accessory,
		});
		const picture = (address: string) => ({
			type: ComponentType.Thumbnail as const,
			media: { url: address },
			description: 'Logo',
		});
		const uploaded = { media: { url: 'attachment://chart.png' }, description: 'Chart' };
		const view = page(
			'info',
			section(picture(url), 'Title', 'below'),
			section(openLink, 'Docs'),
			section({ ...share, custom_id: 'y' }, 'Lamp'),
			section(picture('attachment://logo.png'), 'Own'),
			{ type: ComponentType.MediaGallery, items: [{ media: { url } }] },
			{ type: ComponentType.MediaGallery, items: [{ media: { url } }, uploaded] },
			row(openLink),
			row(openLink, share),
		);
		const bare = stripLinks(view, '-# note');
		const [container] = bare?.components ?? [];
		expect(bare).toMatchObject({
			flags: MessageFlags.IsComponentsV2,
			components: [{ accent_color: accents.info }],
		});
		expect(container?.type === ComponentType.Container && container.components).toEqual([
			words('Title'),
			words('below'),
			words('Docs'),
			section({ ...share, custom_id: 'y' }, 'Lamp'),
			section(picture('attachment://logo.png'), 'Own'),
			{ type: ComponentType.MediaGallery, items: [uploaded] },
			row(share),
			words('-# note'),
		]);
		expect(messageRefusals(bare ?? view)).toEqual([]);
		expect(addressesOf(bare ?? view).filter((it) => !it.startsWith('attachment:'))).toEqual([]);
	});

	it('is none where it had none: it was refused for something else', () => {
		expect(stripLinks(textView('Hello'), '-# note')).toBeUndefined();
		const uploaded = page('info', gallery({ file: 'a.png', alt: 'a' }));
		expect(stripLinks(uploaded, '-# note')).toBeUndefined();
	});
});
