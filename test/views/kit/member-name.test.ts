import { expect, it } from 'vitest';
import { memberWithName } from '../../../src/ui/text.js';

it.each([
	['maya', '<@1> (maya)'],
	['tom_the*great*', '<@1> (tom\\_the\\*great\\*)'],
	['\u202emaya\u0000', '<@1> (maya)'],
	['\u200b', '<@1>'],
	[undefined, '<@1>'],
])('a mention of a member with the name %s', (name, shown) => {
	expect(memberWithName('1', name)).toBe(shown);
});
