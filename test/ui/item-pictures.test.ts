import { mediaOf } from '@claimcheck/local-discord/reading';
import { ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { itemView, sharedItemView } from '../../commands/items/item.js';
import { ownPurchasesView } from '../../commands/purchases/purchases.js';
import { purchaseView as staffPurchaseView } from '../../commands/staff/purchase.js';
import { verifiedView } from '../../commands/verify/verify.js';
import { translatorFor } from '../../src/i18n/translator.js';
import type { ItemMedia } from '../../src/marketplace/schemas.js';
import { noRoles } from '../../src/services/moderation/moderated-roles.js';
import { type MessageView, stripLinks } from '../../src/ui/message.js';
import { updateView } from '../../src/ui/messages/updates.js';
import { usual } from '../states/foreign.js';
import { sampleItem } from '../states/items/sample-items.js';
import { caseOf } from '../states/moderation/sample-cases.js';
import { ownPurchase } from '../states/purchases/sample-own.js';
import { barePlace } from '../states/sample.js';
import { answerOf } from '../states/verify/verify-states.js';
import { messageRefusals } from './refusals.js';

const t = translatorFor('en-US');
const now = Date.UTC(2026, 11, 1);

const thumbnail = 'https://cdn.example.com/thumb.png';
const image = 'https://cdn.example.com/preview.png';
const video = 'https://cdn.example.com/preview.mp4';
const unsafe = 'http://localhost/picture.png';

const mediaWith = (about: Partial<ItemMedia> = {}): ItemMedia => ({
	thumbnailUrl: thumbnail,
	previewImageUrl: undefined,
	previewVideoUrl: undefined,
	previewAudioUrl: undefined,
	...about,
});

const name = 'Aurora';
const itemWith = (media: ItemMedia) => sampleItem({ name, ...media });
const newsOf = (media: ItemMedia) => ({
	seq: 1,
	news: [{ item: itemWith(media), version: '1.0.0', isNew: false }],
});

/** Every page of one item. */
const pages: Readonly<Record<string, (media: ItemMedia) => MessageView>> = {
	'/item': (media) => itemView(t, { item: itemWith(media), now }),
	'a shared item': (media) => sharedItemView(t, itemWith(media), '1'),
	'an announcement': (media) => updateView(t, newsOf(media), undefined),
	'/verify': (media) => verifiedView(t, { ...answerOf(usual), media }, { place: barePlace, now }),
	'a purchase': (media) =>
		ownPurchasesView(t, { all: [{ ...ownPurchase, media }], roles: noRoles }, 0, { place: barePlace, now }),
	'a purchase for staff': (media) =>
		staffPurchaseView(
			t,
			caseOf(name),
			{ canManageRoles: true },
			{ seats: 1, media, nameOf: () => undefined, now },
		),
};

const logo = { url: thumbnail, alt: `Logo of ${name}` };

describe('the images of an item', () => {
	it.each([
		['an image', { previewImageUrl: image }, [logo, { url: image, alt: `Preview image of ${name}` }]],
		[
			'a video, which is preferred',
			{ previewImageUrl: image, previewVideoUrl: video },
			[logo, { url: video, alt: `Preview video of ${name}` }],
		],
		['audio', { previewAudioUrl: 'https://cdn.example.com/a.mp3' }, [logo]],
		[
			'a video that Discord would reject',
			{ previewImageUrl: image, previewVideoUrl: unsafe },
			[logo, { url: image, alt: `Preview image of ${name}` }],
		],
		['a preview that Discord would reject', { previewImageUrl: unsafe }, [logo]],
		[
			'a thumbnail that Discord would reject',
			{ thumbnailUrl: unsafe, previewImageUrl: image },
			[{ url: image, alt: `Preview image of ${name}` }],
		],
		['nothing that Discord accepts', { thumbnailUrl: unsafe, previewImageUrl: unsafe }, []],
	])('are the thumbnail and the preview, with %s', (_, media, pictures) => {
		const view = itemView(t, { item: itemWith(mediaWith(media)), now });
		expect(mediaOf(view)).toEqual(pictures);
		expect(messageRefusals(view)).toEqual([]);
	});

	it.each(Object.entries(pages))('are next to the title and below it on the page of %s', (_, shown) => {
		const view = shown(mediaWith({ previewImageUrl: image }));
		expect(mediaOf(view)).toEqual([logo, { url: image, alt: `Preview image of ${name}` }]);
		const [container] = view.components ?? [];
		const parts = container?.type === ComponentType.Container ? container.components : [];
		const [head] = parts.filter(({ type }) => type === ComponentType.Section);
		expect(JSON.stringify(head)).toContain(name);
		const types = parts.map(({ type }) => type);
		expect(types.indexOf(ComponentType.MediaGallery)).toBeGreaterThan(types.indexOf(ComponentType.Section));
		// Used if Discord rejects the message.
		const bare = stripLinks(view, undefined);
		expect(bare && mediaOf(bare)).toEqual([]);
		expect(bare && messageRefusals(bare)).toEqual([]);
		expect(JSON.stringify(bare)).toContain(name);
	});
});
