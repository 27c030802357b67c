import { addressesOf } from '@claimcheck/local-discord/reading';
import {
	type APIButtonComponent,
	type APIThumbnailComponent,
	ButtonStyle,
	ComponentType,
	MessageFlags,
} from 'discord.js';
import { describe, expect, it } from 'vitest';
import { stripLinks } from '../../src/ui/message.js';
import { accents, gallery, page, text } from '../../src/ui/page.js';
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
	it('keeps its container: texts next to images and links stand alone, and the note is its last text', () => {
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

	it('stays as it is, since it was refused for another reason', () => {
		expect(stripLinks(page('info', text('Hello')), '-# note')).toBeUndefined();
		const uploaded = page('info', gallery({ file: 'a.png', alt: 'a' }));
		expect(stripLinks(uploaded, '-# note')).toBeUndefined();
	});
});

describe('a gallery', () => {
	// Discord would refuse the whole message, since no such file is sent with it.
	it('accepts no address of an uploaded file from another author', () => {
		expect(gallery({ url: 'attachment://stats-30.png', alt: 'A chart' })).toBeUndefined();
	});
});
