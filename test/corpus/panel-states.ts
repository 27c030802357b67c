import type { PanelOutcome } from '../../src/guilds/panels.js';
import {
	mayNotPostView,
	panelOutcomeView,
	panelView,
	panelWords,
	stalePanelView,
	wordsModal,
} from '../../src/views/channels/panel-view.js';
import { channelIds, guildId, minute, now, roleIds } from './sample.js';
import type { State, Surface } from './state.js';

const facts = {
	server: { name: 'Maren’s Support', iconUrl: 'https://cdn.example.com/icon.png' },
	buyerRoleId: roleIds.buyer,
	supportChannelId: channelIds.support,
};
const where = {
	guildId,
	channelId: channelIds.verify,
	isOpenToAll: true,
	isPictureBad: false,
	wasOutdated: false,
};
const picture = { pictureUrl: 'https://shop.example/banner.png', pictureAlt: 'Our themes' };

const told = (
	name: string,
	says: string,
	outcome: PanelOutcome,
	about: Partial<typeof where> = {},
): State => ({
	name: `panel/${name}`,
	says,
	most: 8,
	show: (t) => panelOutcomeView(t, outcome, { ...where, ...about }),
});

const posted: PanelOutcome = { kind: 'posted', messageId: '500000000000000001', content: {} };

export const panelSurface: Surface = {
	title: 'The panel',
	states: [
		{ name: 'panel', says: 'As everybody sees it', most: 10, show: (t) => panelView(t, picture, facts) },
		{
			name: 'panel/plain',
			says: 'In a server that has chosen a role alone',
			most: 10,
			show: (t) =>
				panelView(t, {}, { ...facts, server: { name: '', iconUrl: undefined }, supportChannelId: undefined }),
		},
		{
			name: 'panel/edit',
			says: 'The form of *Edit panel*',
			form: (t) => wordsModal(t, channelIds.verify, panelWords(t, {})),
		},
		told('posted', 'Posted', posted),
		told('hidden', 'Posted where not everybody sees it', posted, { isOpenToAll: false }),
		told(
			'bad-picture',
			'The picture’s address isn’t taken',
			{ ...posted, kind: 'changed' },
			{ isPictureBad: true },
		),
		{
			name: 'panel/stale',
			says: 'The panel has changed since the form was opened',
			most: 14,
			show: (t) =>
				stalePanelView(t, channelIds.verify, panelWords(t, picture), {
					title: 'Get your role',
					text: 'Paste your code.',
					picture: '',
					alt: '',
				}),
		},
		told('gone', 'The panel was deleted', { kind: 'missing' }),
		told('no-access', 'The bot can’t post there', { kind: 'refused', obstacle: 'no-access' }),
		told('limited', 'Too often', { kind: 'limited', retryAt: now + minute }),
		{
			name: 'panel/may-not-post',
			says: 'Who posts can’t write there',
			show: (t) => mayNotPostView(t, channelIds.verify),
		},
	],
};
