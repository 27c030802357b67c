import {
	mayNotPostView,
	panelOutcomeView,
	panelWords,
	stalePanelView,
	wordsModal,
} from '../../../commands/panel/panel.js';
import type { PanelOutcome } from '../../../src/services/setup/panels.js';
import { embedUrl } from '../../../src/ui/links.js';
import { panelView } from '../../../src/ui/messages/panel.js';
import { channelIds, guildId, minute, now, roleIds } from '../sample.js';
import { page, pairs, type States, variants } from '../state.js';

const where = { guildId, channelId: channelIds.verify, isPictureBad: false };

export const panelStates: States = (foreign) => {
	const facts = {
		server: {
			name: foreign.text('Maren’s Support', 100),
			iconUrl: foreign.address('https://cdn.example.com/icon.png'),
		},
		buyerRoleId: roleIds.buyer,
		supportChannelId: channelIds.support,
	};
	const noIcon = { name: '', iconUrl: undefined };
	const picture = {
		pictureUrl: foreign.address('https://shop.example/banner.png'),
		pictureAlt: foreign.text('Our themes', 1_000),
	};
	/** The maximum length that the form allows. */
	const written = {
		title: foreign.text('Get your role', 256),
		text: foreign.text('Paste it.', 3_600),
		...picture,
	};
	// Stored values have passed this check.
	const stored = {
		...written,
		pictureUrl: embedUrl(picture.pictureUrl) ?? 'https://shop.example/banner.png',
	};
	const posted: PanelOutcome = { kind: 'posted', messageId: '500000000000000001' };
	const outcomeState = (
		name: string,
		says: string,
		outcome: PanelOutcome,
		about: Partial<typeof where> = {},
	) => page(`panel/${name}`, says, panelOutcomeView, [outcome, { ...where, ...about }]);
	return [
		page('panel', 'As everybody sees it', panelView, [picture, facts]),
		page('panel/plain', 'In a server that has chosen a role alone', panelView, [
			{},
			{ ...facts, server: noIcon, supportChannelId: undefined },
		]),
		page('panel/edit', 'The form of *Edit panel*', wordsModal, (t) => [channelIds.verify, panelWords(t, {})]),
		outcomeState('posted', 'Posted', posted),
		outcomeState('audit-channel', 'The channel is the audit channel', { kind: 'audit-channel' }),
		outcomeState('to-confirm', 'Not everyone can see the channel', { kind: 'to-confirm' }),
		outcomeState('bad-picture', 'The picture’s address isn’t taken', posted, { isPictureBad: true }),
		page('panel/stale', 'The panel has changed since the form was opened', stalePanelView, () => [
			channelIds.verify,
			{
				title: foreign.text('Get your role', 256),
				text: foreign.text('Paste your code.', 4_000),
				picture: foreign.text('', 2_048),
				alt: foreign.text('', 1_000),
			},
		]),
		outcomeState('gone', 'The panel was deleted', { kind: 'missing' }),
		outcomeState('no-access', 'The bot can’t post there', { kind: 'refused' }),
		outcomeState('limited', 'Too often', { kind: 'limited', retryAt: foreign.moment(now + minute) }),
		page('panel/may-not-post', 'Who posts can’t write there', mayNotPostView, [channelIds.verify]),
		...variants(
			panelView,
			pairs([{}, written], [facts, { ...facts, server: noIcon, buyerRoleId: undefined }]),
		),
		...variants(wordsModal, [(t) => [channelIds.verify, panelWords(t, stored)]]),
	];
};
