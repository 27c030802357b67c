import { type LookPicture, text, v2 } from './look-picture.js';
import { pngOf } from './sample-media.js';

const button = (style: number, label: string, more: object = {}) => ({
	type: 2,
	style,
	label,
	custom_id: `${style} ${label}`.slice(0, 100),
	...more,
});
const link = (label: string, more: object = {}) => ({
	type: 2,
	style: 5,
	label,
	url: 'https://example.com',
	...more,
});
const row = (...components: readonly object[]) => ({ type: 1, components });
const options = (count: number) =>
	Array.from({ length: count }, (_, at) => ({
		label: `Option ${at + 1}`,
		value: `${at + 1}`,
		description: `What option ${at + 1} is for`,
	}));

/** Every kind of component of a message. */
export const componentPictures: readonly LookPicture[] = [
	{
		name: 'buttons',
		title: 'Buttons',
		alt: 'Buttons of each style: blue, grey, green, red and links; disabled ones, some with emojis, and one with a label of 80 characters',
		messages: () => [
			{
				body: v2(
					row(
						button(1, 'Primary'),
						button(2, 'Secondary'),
						button(3, 'Success'),
						button(4, 'Danger'),
						link('Link'),
					),
					row(
						...[1, 2, 3, 4].map((style) => button(style, 'Disabled', { disabled: true })),
						link('Disabled', { disabled: true }),
					),
					row(
						button(1, 'Emoji', { emoji: { name: '🔥' } }),
						{ type: 2, style: 2, custom_id: 'only', emoji: { name: '❤️' } },
						button(2, 'Custom', { emoji: { id: '123456789012345678', name: 'wave' } }),
						link('Docs', { emoji: { name: '📖' } }),
						{ type: 2, style: 6, sku_id: '123456789012345678' },
					),
					row(button(1, 'L'.repeat(80))),
				),
			},
			{
				body: {
					content: 'Five rows of five, without Components V2:',
					components: Array.from({ length: 5 }, (_, at) =>
						row(...Array.from({ length: 5 }, (__, column) => button(2, `${at * 5 + column + 1}`))),
					),
				},
			},
		],
	},
	{
		name: 'selects',
		title: 'Selects',
		alt: 'Selects of texts, users, roles, members or roles, and channels; with a placeholder, with what is chosen, and disabled',
		messages: ({ userId, roleId, otherChannelId }) => [
			{
				body: v2(
					row({
						type: 3,
						custom_id: 's1',
						placeholder: 'A string select of 25 options',
						options: options(25),
					}),
					row({
						type: 3,
						custom_id: 's2',
						options: options(3).map((it, at) => ({ ...it, default: at === 1 })),
					}),
					row({
						type: 3,
						custom_id: 's3',
						min_values: 0,
						max_values: 3,
						options: options(3).map((it, at) => ({ ...it, default: at < 2 })),
					}),
					row({
						type: 5,
						custom_id: 'u',
						placeholder: 'A user',
						default_values: [{ id: userId, type: 'user' }],
					}),
					row({
						type: 6,
						custom_id: 'r',
						placeholder: 'A role',
						default_values: [{ id: roleId, type: 'role' }],
					}),
					row({ type: 7, custom_id: 'm', placeholder: 'A member or a role' }),
					row({
						type: 8,
						custom_id: 'c',
						channel_types: [0],
						default_values: [{ id: otherChannelId, type: 'channel' }],
					}),
					row({
						type: 3,
						custom_id: 's4',
						placeholder: 'P'.repeat(150),
						disabled: true,
						options: options(1),
					}),
				),
			},
		],
	},
	{
		name: 'containers',
		title: 'Containers, sections and separators',
		alt: 'A container with a red bar: a heading, a section with a button and one with a thumbnail, separators, a gallery, a file and buttons; a container without a colour; and one that is a spoiler',
		messages: () => [
			{
				body: v2(
					{
						type: 17,
						accent_color: 0xcf222e,
						components: [
							text('## A container\nwith an accent'),
							{
								type: 9,
								components: [text('**A section**'), text('of three texts'), text('-# and a button')],
								accessory: button(1, 'Open'),
							},
							{ type: 14 },
							{
								type: 9,
								components: [text('**Another**\nwith a thumbnail')],
								accessory: { type: 11, media: { url: 'attachment://thumb.png' }, description: 'A thumbnail' },
							},
							{ type: 14, spacing: 2 },
							text('above: a large separator; below: a small one without its line'),
							{ type: 14, divider: false },
							text('and a large one without'),
							{ type: 14, divider: false, spacing: 2 },
							{ type: 12, items: [1, 2, 3].map((at) => ({ media: { url: `attachment://${at}.png` } })) },
							{ type: 13, file: { url: 'attachment://readme.txt' } },
							row(button(3, 'Accept'), button(4, 'Refuse')),
						],
					},
					{ type: 17, components: [text('A container without a colour')] },
					{
						type: 17,
						accent_color: 0x5865f2,
						spoiler: true,
						components: [text('A container that is a spoiler'), text('with two texts')],
					},
				),
				files: {
					'thumb.png': pngOf(160, 160, 320),
					'readme.txt': Buffer.from('Hello'),
					...Object.fromEntries([1, 2, 3].map((at) => [`${at}.png`, pngOf(400, 300, at * 90)])),
				},
			},
		],
	},
	{
		name: 'forty-components',
		title: 'Forty components',
		alt: 'One message of forty components, as many as there may be',
		messages: () => [
			{
				body: v2({
					type: 17,
					components: Array.from({ length: 13 }, (_, at) => ({
						type: 9,
						components: [text(`Section ${at + 1}`)],
						accessory: button(2, `Open ${at + 1}`),
					})),
				}),
			},
		],
	},
	{
		name: 'unknown',
		title: 'What this client can’t show',
		alt: 'Boxes that name what isn’t drawn: a component of a type that is not known, a poll and a sticker',
		messages: () => [
			{
				body: { content: 'Something new:' },
				turned: (message) =>
					({
						...message,
						components: [{ type: 99, id: 1 }],
						poll: { question: { text: 'Tea or coffee?' }, answers: [] },
						sticker_items: [{ id: '1', name: 'Wumpus waves', format_type: 1 }],
					}) as unknown as typeof message,
			},
		],
	},
];
