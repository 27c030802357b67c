import { readFileSync, writeFileSync } from 'node:fs';
import { drawPhone } from '@claimcheck/local-discord/drawing/draw-phone';
import { plainCommand, translatorFor } from '../src/i18n/translator.js';
import type { MemberPage } from '../src/moderation/member-page.js';
import { memberView } from '../src/views/desk-member-view.js';
import type { MessageView } from '../src/views/message.js';
import { panelView } from '../src/views/panel-view.js';
import { verifiedView } from '../src/views/verify-view.js';
import { caseOf } from './views/desk-views.js';
import { allLinks, placeWith, verifiedAnswer } from './views/verify-answers.js';

// What the README shows of the bot, drawn from the views themselves: `UPDATE_DOCS=1` writes it anew.

const t = translatorFor('en', plainCommand);
const now = Date.UTC(2026, 10, 22, 12);
const names: Readonly<Record<string, string>> = {
	'300000000000000001': 'Buyer',
	'300000000000000002': 'Aurora',
	'400000000000000001': 'support',
	'900000000000000000': 'Maya',
};

function draw(view: MessageView): string {
	const nameOf = (_: string, id: string): string | undefined => names[id];
	return drawPhone(view, { now, locale: 'en-GB', nameOf })
		.split('\n')
		.map((line) => line.trimEnd())
		.join('\n');
}

const maya = '900000000000000000';
const supportedUntil = Date.UTC(2027, 4, 8);

const memberPage: MemberPage = {
	userId: maya,
	facts: {
		displayName: 'Maya',
		avatarUrl: 'https://media.example/maya.png',
		joinedAt: Date.UTC(2024, 10, 1),
	},
	roles: {
		isThere: true,
		has: ['300000000000000001', '300000000000000002'],
		missing: [],
		isPending: false,
	},
	pausedUntil: undefined,
	cases: [caseOf('Aurora', { licenseType: 'Regular', supportedUntil })].map((each) => ({
		...each,
		holderId: maya,
	})),
	hasFormer: false,
};

/** The frames of the README, by the name of their marker. */
export const readmeFrames: Readonly<Record<string, () => string>> = {
	panel: () => {
		const server = { name: 'Maren’s Support', iconUrl: 'https://cdn.example.com/icon.png' };
		const promise = { buyerRoleId: '300000000000000001', supportChannelId: '400000000000000001' };
		return draw(panelView(t, {}, { server, ...promise }));
	},
	verified: () =>
		draw(
			verifiedView(
				t,
				{ ...verifiedAnswer, claim: { ...verifiedAnswer.claim, supportedUntil } },
				{ place: placeWith({ ...allLinks, supportChannelName: 'support' }), now },
			),
		),
	member: () =>
		draw(memberView(t, memberPage, { page: 0, former: false }, { isHome: true, canManageRoles: true }, now)),
};

/** What stands in the README under a marker. Throws where there is none. */
export function shownInReadme(name: string): string {
	const frame = markerOf(name).exec(readFileSync('README.md', 'utf8'))?.[2];
	if (frame === undefined) throw new Error(`The README has no frame ${name}`);
	return frame;
}

export function writeToReadme(name: string, frame: string): void {
	const text = readFileSync('README.md', 'utf8');
	writeFileSync(
		'README.md',
		text.replace(markerOf(name), (_, start: string, __, end: string) => start + frame + end),
	);
}

function markerOf(name: string): RegExp {
	return new RegExp(`(<!-- frame:${name} -->\n\n\`\`\`text\n)([^]*?)(\n\`\`\`)`);
}
