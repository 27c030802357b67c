import { alertStates } from './channels/alert-states.js';
import { auditStates } from './channels/audit-states.js';
import { disputeCardStates } from './channels/dispute-card-states.js';
import { noticeStates } from './channels/notice-states.js';
import { panelStates } from './channels/panel-states.js';
import { usual } from './foreign.js';
import { errorStates, refusalStates } from './interactions/refusal-states.js';
import { itemStates } from './items/item-states.js';
import { listStates } from './items/list-states.js';
import { authorStates } from './management/author-states.js';
import { doctorStates } from './management/doctor-states.js';
import { ruleStates } from './management/rule-states.js';
import { setupStates } from './management/setup-states.js';
import { moderationActStates } from './moderation/moderation-act-states.js';
import { moderationPageStates } from './moderation/moderation-page-states.js';
import { disputeStates, letGoStates } from './purchases/dispute-states.js';
import { ownStates } from './purchases/own-states.js';
import { privacyStates } from './purchases/privacy-states.js';
import type { State, States } from './state.js';
import { appealCardStates, appealStates } from './verify/appeal-states.js';
import { trialStates } from './verify/trial-states.js';
import { verifyStates } from './verify/verify-states.js';

/** A part of the bot as people see it: its states in the walkthrough, and all states by room. */
export interface Surface {
	readonly title: string;
	readonly states: readonly State[];
}

/** Everything the bot says, surface by surface, in the order in which people encounter it. */
const roomsByTitle: Readonly<Record<string, Readonly<Record<string, States>>>> = {
	'The panel': { panel: panelStates },
	Verifying: { verify: verifyStates },
	'One’s own purchases': { own: ownStates },
	'What is stored': { privacy: privacyStates },
	'Two accounts, one purchase': {
		dispute: disputeStates,
		'dispute-card': disputeCardStates,
		move: letGoStates,
	},
	'A buyer without a code': { appeal: appealStates, 'appeal-card': appealCardStates },
	'Direct messages, and what nobody foresaw': { notice: noticeStates, error: errorStates },
	Items: { item: itemStates, list: listStates },
	Moderation: { 'moderation-page': moderationPageStates, 'moderation-act': moderationActStates },
	'The audit channel': { audit: auditStates },
	'Setting a server up': {
		setup: (foreign) => [...setupStates(foreign), ...ruleStates(foreign)],
		trial: trialStates,
		doctor: doctorStates,
	},
	'For the author': { author: authorStates },
	'First run and alerts': { alert: alertStates },
	'For somebody else, somewhere else, another time': { refusal: refusalStates },
};

/** Every state of every view, by room. */
export const rooms: Readonly<Record<string, States>> = Object.assign({}, ...Object.values(roomsByTitle));

/** The contents of the walkthrough, with ordinary names. */
export const surfaces: readonly Surface[] = Object.entries(roomsByTitle).map(([title, states]) => ({
	title,
	states: Object.values(states).flatMap((of) => of(usual).filter(({ says }) => says !== undefined)),
}));
