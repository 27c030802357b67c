import { recentRefusalsView } from '../../../src/views/moderation/recent-refusals-view.js';
import type { Foreign } from '../foreign.js';
import { guildId, many, minute, now, userIds } from '../sample.js';
import { page, type States, variants } from '../state.js';

const foundOf = (foreign: Foreign, reference: string, at: number) => ({
	reference,
	guildId,
	userId: userIds.tom,
	why: foreign.text('invalid'),
	expiresAt: now,
	at: foreign.moment(now - at * minute),
});

export const recentRefusalsStates: States = (foreign) => [
	page('audit/show-them', '*Show them*', recentRefusalsView, [
		['KQT-WDR', 'BCD-FGH', 'JKL-MNP'].map((reference, at) => foundOf(foreign, reference, at)),
	]),
	...variants(
		recentRefusalsView,
		[0, 1, 8, 20].map((count) => [
			many(count, (at) => foundOf(foreign, `KQT-WD${'BCDFGHJKLMNPQRSTVWXZ'[at]}`, at)),
		]),
	),
];
