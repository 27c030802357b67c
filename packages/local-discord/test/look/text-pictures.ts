import { type LookPicture, text, v2 } from './look-picture.js';

const second = 1_000;

/** Texts: markdown, mentions, times, and as long as they may be. */
export const textPictures: readonly LookPicture[] = [
	{
		name: 'markdown',
		title: 'Markdown',
		alt: 'A message with headings, lists, quotes, code, links, a spoiler that is closed, and bold, italic, underlined and struck out words',
		messages: () => [
			{
				body: {
					content: [
						'# Heading 1',
						'## Heading 2',
						'### Heading 3',
						'-# Subtext',
						'**bold** *italic* __underlined__ ~~struck out~~ ***bold italic*** __**bold underlined**__',
						'||a spoiler|| and `inline code`',
						'> a quote',
						'> of two lines',
						'- a list',
						'  - in a list',
						'- its second item',
						'1. first',
						'2. second',
						'```ts',
						'const code = "in a block";',
						'```',
						'[A masked link](https://example.com/masked), https://example.com/bare and <https://example.com/plain>',
						'\\*not italic\\*, snake_case_stays and <:wave:123456789012345678>',
						'>>> All of the rest',
						'is quoted.',
					].join('\n'),
				},
			},
		],
	},
	{
		name: 'mentions-and-times',
		title: 'Mentions and times',
		alt: 'Mentions of a member, a role in its colour, a channel, a command and everyone; a moment in each of Discord’s styles, and times from seconds to years away',
		messages: ({ userId, roleId, channelId, now }) => {
			const at = Math.floor(now / second);
			const moment = ['t', 'T', 'd', 'D', 'f', 'F', 's', 'S', 'R'].map(
				(style) => `\`${style}\` <t:${at}:${style}>`,
			);
			const away = [-40, 90, -7_200, 86_400 * 3, -86_400 * 70, 86_400 * 800].map((by) => `<t:${at + by}:R>`);
			return [
				{
					body: {
						content: `<@${userId}> <@&${roleId}> <#${channelId}> </verify:100000000000000009> @everyone @here\nUnknown: <@100000000000000123> <@&100000000000000124> <#100000000000000125>`,
						allowed_mentions: { parse: [] },
					},
				},
				{ body: { content: `${moment.join('\n')}\n${away.join(', ')}` } },
			];
		},
	},
	{
		name: 'long-texts',
		title: 'Texts as long as they may be',
		alt: 'A message of 2,000 characters, and the beginning of a text display of 4,000',
		messages: () => [{ body: { content: words(2_000) } }, { body: v2(text(words(4_000))) }],
	},
	{
		name: 'scripts',
		title: 'Scripts and directions',
		alt: 'Texts in Arabic and Hebrew from right to left, in Russian, Greek and Hindi, with emojis, and one long word that is broken',
		messages: () => [
			{
				body: v2({
					type: 17,
					components: [
						text('# تم التحقق\nشكرًا لك، **Maya**! لديك الآن `2` من الأدوار.\n- واحد\n- اثنان'),
						text('שלום עולם, קוד `A-1` תקין.'),
						text('Покупка подтверждена. **Тема** ваша. Η αγορά επιβεβαιώθηκε. खरीद सत्यापित।'),
						text(`👩‍👩‍👧‍👦 🏳️‍🌈 ${'x'.repeat(90)}`),
					],
				}),
			},
		],
	},
	{
		name: 'states',
		title: 'States of a message',
		alt: 'A reply with the message above it, an edited message, one that only the viewer sees, and one whose bot is still thinking',
		messages: ({ userId }) => [
			{
				body: { content: 'Here is the answer.' },
				turned: (message) => ({
					...message,
					type: 19,
					referenced_message: {
						...message,
						id: '1',
						content: 'Where do I find my purchase code?',
						author: { ...message.author, id: userId, bot: false, username: 'maya', global_name: 'Maya' },
					},
				}),
			},
			{
				body: { content: 'It was said otherwise before.' },
				turned: (message) => ({ ...message, edited_timestamp: message.timestamp }),
			},
			{
				body: { content: 'Nobody else reads this.' },
				turned: (message) => ({ ...message, flags: 64 }),
			},
			{
				body: { content: 'x' },
				turned: (message) => ({ ...message, content: '', flags: 128 | 64 }),
			},
		],
	},
];

/** As many characters as asked for. */
function words(count: number): string {
	return 'The quick brown fox jumps over the lazy dog. '
		.repeat(count / 40)
		.slice(0, count - 1)
		.concat('.');
}
