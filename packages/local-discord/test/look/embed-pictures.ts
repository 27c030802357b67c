import type { LookPicture } from './look-picture.js';
import { pngOf } from './sample-media.js';

/** Embeds with all that they may hold, and as much of it as they may. */
export const embedPictures: readonly LookPicture[] = [
	{
		name: 'embed',
		title: 'An embed with every part',
		alt: 'An embed with a green bar: author with an icon, linked title, description, three inline fields and a whole one, thumbnail, image, and a footer with its time',
		messages: ({ now }) => [
			{
				body: {
					embeds: [
						{
							author: {
								name: 'Author',
								url: 'https://example.com/author',
								icon_url: 'attachment://icon.png',
							},
							title: 'A **title** that links',
							url: 'https://example.com',
							description: 'A description with *markdown*, a [link](https://example.com) and `code`.',
							color: 0x2ea043,
							fields: [
								{ name: 'Inline', value: 'one', inline: true },
								{ name: 'Inline', value: 'two', inline: true },
								{ name: 'Inline', value: 'three', inline: true },
								{ name: 'Not inline', value: 'A field of its own, with a ||spoiler||' },
							],
							thumbnail: { url: 'attachment://thumb.png' },
							image: { url: 'attachment://wide.png' },
							footer: { text: 'Footer', icon_url: 'attachment://icon.png' },
							timestamp: new Date(now).toISOString(),
						},
					],
				},
				files: {
					'icon.png': pngOf(48, 48, 200),
					'thumb.png': pngOf(160, 160, 30),
					'wide.png': pngOf(800, 400, 260),
				},
			},
			{
				body: {
					embeds: [
						{
							description: 'One without a colour, and with a picture from elsewhere.',
							image: { url: 'https://example.com/far.png' },
						},
					],
				},
			},
		],
	},
	{
		name: 'embed-fields',
		title: '25 fields and a title of 256 characters',
		alt: 'The beginning of an embed with a title of 256 characters and 25 fields',
		messages: () => [
			{
				body: {
					embeds: [
						{
							title: 'T'.repeat(256),
							fields: Array.from({ length: 25 }, (_, at) => ({
								name: `Field ${at + 1}`,
								value: `${at + 1}`,
								inline: true,
							})),
						},
					],
				},
			},
		],
	},
	{
		name: 'embed-lengths',
		title: 'The longest author, field and footer',
		alt: 'The beginning of an embed whose author and field name have 256 characters, its field value 1,024 and its footer 2,048',
		messages: () => [
			{
				body: {
					embeds: [
						{
							author: { name: 'a'.repeat(256) },
							fields: [{ name: 'n'.repeat(256), value: 'v'.repeat(1_024) }],
							footer: { text: 'f'.repeat(2_048) },
						},
					],
				},
			},
		],
	},
	{
		name: 'embeds',
		title: 'Ten embeds',
		alt: 'A message of ten embeds, as many as there may be, each in its colour',
		messages: () => [
			{
				body: {
					embeds: Array.from({ length: 10 }, (_, at) => ({
						title: `Embed ${at + 1}`,
						color: (at * 0x1a2b3c) % 0xffffff,
					})),
				},
			},
		],
	},
	{
		name: 'embed-description',
		title: 'A description of 4,096 characters',
		alt: 'The beginning of an embed whose description has 4,096 characters',
		messages: () => [
			{
				body: { embeds: [{ description: 'All work and no play. '.repeat(200).slice(0, 4_095).concat('.') }] },
			},
		],
	},
];
