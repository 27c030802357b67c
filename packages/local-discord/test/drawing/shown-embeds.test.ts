import { expect, it } from 'vitest';
import { shownEmbeds } from '../../src/drawing/shown-embeds.js';

const picture = (url: string) => ({ image: { url, proxy_url: url, width: 1, height: 1 } });
const post = 'https://shop.example/post';

it('shows embeds with one address as one, with their pictures', () => {
	const first = { title: 'Post', url: post, ...picture('a') };
	const shown = shownEmbeds([first, { url: post, ...picture('b') }, { title: 'Else', ...picture('c') }]);
	expect(shown.map(({ embed, pictures }) => [embed.title, pictures])).toEqual([
		['Post', ['a', 'b']],
		['Else', ['c']],
	]);
	expect(shown[0]?.embed).toBe(first);
});

it('shows no more than four pictures, and leaves embeds without one alone', () => {
	const pictures = ['a', 'b', 'c', 'd', 'e'].map((url) => ({ url: post, ...picture(url) }));
	const words = { title: 'Words', url: post };
	const shown = shownEmbeds([words, ...pictures]);
	expect(shown).toEqual([
		{ embed: words, pictures: [] },
		{ embed: pictures[0], pictures: ['a', 'b', 'c', 'd'] },
	]);
});
