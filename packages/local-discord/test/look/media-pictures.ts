import { type LookPicture, v2 } from './look-picture.js';
import { pngOf, wav } from './sample-media.js';

const picture = (at: number) => `${at}.png`;
const pictures = (count: number) =>
	Object.fromEntries(Array.from({ length: count }, (_, at) => [picture(at), pngOf(480, 320, at * 36)]));

function gallery(count: number): object {
	return {
		type: 12,
		items: Array.from({ length: count }, (_, at) => ({
			media: { url: `attachment://${picture(at)}` },
			...(at % 2 === 0 && { description: `Picture ${at + 1}` }),
		})),
	};
}

/** Pictures, videos, sounds and files. `video` is a WebM. */
export function mediaPictures(video: Uint8Array): readonly LookPicture[] {
	return [
		{
			name: 'galleries-1-to-5',
			title: 'Galleries of one to five',
			alt: 'Mosaics of one, two, three, four and five pictures, those with a description marked ALT',
			messages: () => [{ body: v2(...[1, 2, 3, 4, 5].map(gallery)), files: pictures(5) }],
		},
		{
			name: 'galleries-6-to-10',
			title: 'Galleries of six to ten',
			alt: 'Mosaics of six, seven, eight, nine and ten pictures',
			messages: () => [{ body: v2(...[6, 7, 8, 9, 10].map(gallery)), files: pictures(10) }],
		},
		{
			name: 'gallery-kinds',
			title: 'What a gallery may hold',
			alt: 'A gallery of a picture, a video with its controls, a picture that is a spoiler, and a box in the place of one from elsewhere; below it a tall and a small picture, each alone',
			messages: () => [
				{
					body: v2(
						{
							type: 12,
							items: [
								{ media: { url: 'attachment://0.png' }, description: 'd'.repeat(1_024) },
								{ media: { url: 'attachment://clip.webm' }, description: 'A circle that moves' },
								{ media: { url: 'attachment://3.png' }, spoiler: true },
								{ media: { url: 'https://pictures.example.com/a.png' }, description: 'A lamp on a desk' },
							],
						},
						{ type: 12, items: [{ media: { url: 'attachment://tall.png' } }] },
						{ type: 12, items: [{ media: { url: 'attachment://small.png' } }] },
					),
					files: {
						'0.png': pngOf(480, 320, 0),
						'3.png': pngOf(480, 320, 108),
						'clip.webm': video,
						'tall.png': pngOf(200, 900, 150),
						'small.png': pngOf(40, 40, 10),
					},
				},
			],
		},
		{
			name: 'attachments',
			title: 'Attachments',
			alt: 'A message with two pictures, a video, a sound with its player and a text file, and one with files of Components V2, one of them a spoiler',
			messages: () => [
				{
					body: { content: 'With files:' },
					files: {
						'first.png': pngOf(480, 320, 40),
						'second.png': pngOf(480, 320, 220),
						'clip.webm': video,
						'tone.wav': wav(),
						'claimcheck-data.json': Buffer.alloc(2_600, 32),
					},
				},
				{
					body: v2(
						{ type: 13, file: { url: 'attachment://notes.txt' } },
						{ type: 13, file: { url: 'attachment://secret.txt' }, spoiler: true },
					),
					files: { 'notes.txt': Buffer.alloc(700, 32), 'secret.txt': Buffer.alloc(1_500_000, 32) },
				},
			],
		},
	];
}
