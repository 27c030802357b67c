import { ComponentType } from 'discord.js';
import { describe, expect, it } from 'vitest';
import { translatorFor } from '../../src/i18n/translator.js';
import { hasPreview, previewView } from '../../src/views/preview-view.js';
import { sampleItem } from './samples.js';

const t = translatorFor('en-US');
const picture = 'https://cdn.example.com/a.png';
const video = 'https://cdn.example.com/a.mp4';

const galleryOf = (changes: Parameters<typeof sampleItem>[0]) =>
	previewView(t, sampleItem(changes)).components?.find((it) => it.type === ComponentType.MediaGallery)?.items;

describe('the preview', () => {
	it('is picture and video in one gallery, each with what a screen reader says', () => {
		expect(galleryOf({ previewImageUrl: picture, previewVideoUrl: video })).toEqual([
			{ media: { url: picture }, description: 'Preview picture: Aurora Photo Theme' },
			{ media: { url: video }, description: 'Preview video: Aurora Photo Theme' },
		]);
	});

	it('is what the item has of them', () => {
		expect(galleryOf({ previewImageUrl: undefined, previewVideoUrl: video })).toHaveLength(1);
	});

	it('says that there is none any more where the author has taken it away', () => {
		const none = sampleItem({ previewImageUrl: undefined, previewVideoUrl: undefined });
		expect(hasPreview(none)).toBe(false);
		expect(previewView(t, none).components).toEqual([
			{ type: ComponentType.TextDisplay, content: 'This item has no preview any more.' },
		]);
	});
});
