import type { APIMediaGalleryComponent } from 'discord.js';
import type { Translator } from '../../i18n/translator.js';
import type { Item, ItemMedia } from '../../marketplace/schemas.js';
import { gallery, head, type Picture } from '../kit/page.js';
import { plainItemName } from './item-text.js';

// An item is shown with both its pictures, like an embed: the thumbnail beside the title, the preview below.

type Named = Pick<Item, 'id' | 'name'>;
type Media = ItemMedia | undefined;

/** The thumbnail, for beside a title or a list entry. */
export function itemThumbnail(t: Translator, item: Named, media: Media): Picture {
	return { url: media?.thumbnailUrl, alt: t('item.logoAlt', { item: altName(t, item) }) };
}

/** A title, and the item's name if the title isn't it, with the thumbnail at their right. */
export function itemHead(
	t: Translator,
	words: readonly [title: string, name?: string],
	item: Named,
	media: Media,
) {
	return head(words, itemThumbnail(t, item, media));
}

/**
 * The preview at full width: the video if there is one, else the image; undefined for an audio item, which has neither.
 * Two media would share the width.
 */
export function itemPreview(t: Translator, item: Named, media: Media): APIMediaGalleryComponent | undefined {
	const name = altName(t, item);
	return (
		gallery({ url: media?.previewVideoUrl, alt: t('item.previewVideoAlt', { item: name }) }) ??
		gallery({ url: media?.previewImageUrl, alt: t('item.previewImageAlt', { item: name }) })
	);
}

/** Discord's limit for an image description is far above this. */
const altName = (t: Translator, item: Named): string => plainItemName(t, item, 200);
