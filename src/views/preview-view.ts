import { ComponentType } from 'discord.js';
import { z } from 'zod';
import type { Translator } from '../i18n/translator.js';
import type { Item } from '../marketplace/schemas.js';
import { defineCustomId, wholeNumber } from './custom-id.js';
import { itemName, plainItemName } from './item-text.js';
import { embedUrl } from './links.js';
import { componentsView, type MessageView } from './message.js';

/** On an item's card: opens its preview picture and video in a message of its own. Argument: the item's id. */
export const openPreview = defineCustomId('preview', z.tuple([wholeNumber]));

/** Whether there is a preview that Discord can show. Audio is not: a gallery takes pictures and videos alone. */
export function hasPreview(item: Pick<Item, 'previewImageUrl' | 'previewVideoUrl'>): boolean {
	return embedUrl(item.previewImageUrl) !== undefined || embedUrl(item.previewVideoUrl) !== undefined;
}

/** The preview picture and video of an item as a gallery, where the video plays. */
export function previewView(t: Translator, item: Item): MessageView {
	const name = plainItemName(t, item, 200);
	const media = [
		{ url: embedUrl(item.previewImageUrl), description: t('item.previewImageAlt', { name }) },
		{ url: embedUrl(item.previewVideoUrl), description: t('item.previewVideoAlt', { name }) },
	].flatMap(({ url, description }) => (url === undefined ? [] : [{ media: { url }, description }]));
	if (media.length === 0) {
		return componentsView([{ type: ComponentType.TextDisplay, content: t('item.noPreview') }]);
	}
	return componentsView([
		{ type: ComponentType.TextDisplay, content: `**${itemName(t, item, 256)}**` },
		{ type: ComponentType.MediaGallery, items: media },
	]);
}
