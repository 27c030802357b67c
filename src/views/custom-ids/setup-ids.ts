import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ruleKinds } from '../../guilds/rule-subject.js';
import { settingNames, settingsPages } from '../../guilds/settings-table.js';
import { valuesArgument } from '../kit/form.js';
import { defineCustomId, wholeNumber } from './custom-id.js';

const snowflake = z.string().regex(/^\d{17,20}$/);

const kind = z.enum(ruleKinds);

/** The settings pages behind the first one. */
export const setupPages = [...settingsPages, 'role', 'panel', 'rules', 'policy'] as const;

export type SetupPage = (typeof setupPages)[number];

/** The select of a setting, of each kind of select. */
export const chooseSetting = defineCustomId('setup-set', z.tuple([z.enum(settingNames)]));
export const makeBuyerRole = defineCustomId('setup-make-role', z.tuple([]));
/** Plays through a made-up purchase: the button, its modal, and the page of the purchase. */
export const tryAsBuyer = defineCustomId('setup-try', z.tuple([]));
export const sendTrial = defineCustomId('setup-try-form', z.tuple([]));
export const openTrialPurchase = defineCustomId('setup-try-purchase', z.tuple([]));
/** The button that leads to the first page, in its current state. */
export const openSetup = defineCustomId('setup', z.tuple([]));
/** The button that leads to a page behind it. */
export const openPage = defineCustomId('setup-page', z.tuple([z.enum(setupPages)]));
/** Like `openPage`, for the button beside a finding. Arguments: the finding's index in its message, and the page. */
export const fixFinding = defineCustomId(
	'setup-fix',
	z.tuple([wholeNumber, z.enum([...setupPages, 'main'])]),
);
/** The select of rarely needed pages. */
export const openMore = defineCustomId('setup-more', z.tuple([]));
/** The button that leads to a page of the roles by purchase. Argument: the page, from 0. */
export const openRules = defineCustomId('setup-rules', z.tuple([wholeNumber]));
/** The select of what members may do with a purchase. */
export const chooseUnlinking = defineCustomId('policy-unlinking', z.tuple([]));
/** The select of when the code of an unlinked purchase is free. */
export const chooseFree = defineCustomId('policy-free', z.tuple([]));
/** The button that asks for the seats of a licence type, and its modal. */
export const askForSeats = defineCustomId('policy-seats', z.tuple([]));
export const sendSeats = defineCustomId('policy-seats-form', z.tuple([]));
/** The button that adds a role by purchase. */
export const addRule = defineCustomId('setup-add-item', z.tuple([]));
/** The select of what the role depends on. */
export const chooseRuleKind = defineCustomId('setup-rule-kind', z.tuple([]));
/** The button that asks for a part of the subject's name, or for a period, and the modal. */
export const askForSubject = defineCustomId('setup-rule-ask', z.tuple([kind]));
export const sendSubject = defineCustomId('setup-rule-form', z.tuple([kind]));
export const chooseSubject = defineCustomId('setup-rule', z.tuple([kind]));
/** The select of its role. Arguments: the kind, and the key from `subjectArgument`. */
export const chooseSubjectRole = defineCustomId('setup-rule-role', z.tuple([kind, z.string()]));
/** The select that removes such a role. Argument: the page that it is on. */
export const removeRule = defineCustomId('setup-remove', z.tuple([wholeNumber]));
export const choosePanel = defineCustomId('setup-panel', z.tuple([]));
/** The button that asks for the server's URLs. */
export const askForLinks = defineCustomId('setup-links', z.tuple([]));
/** Its modal. Argument: the digest of its values. */
export const sendLinks = defineCustomId('setup-links-form', z.tuple([valuesArgument]));
export const turnOffUpdates = defineCustomId('setup-updates-off', z.tuple([]));
/** The button that asks about the powers of a role that was chosen before. Argument: the role. */
export const lookAtPowers = defineCustomId('setup-powers', z.tuple([snowflake]));
/**
 * The button that repeats a choice, despite the concerns shown or after a correction. Arguments: the kind of choice,
 * the role or channel, the digest of the concerns, and the role's subject from `subjectArgument` ('' if the kind says
 * it).
 */
export const confirmChoice = defineCustomId(
	'setup-use',
	z.tuple([
		z.enum([...settingNames, 'powers', ...ruleKinds]),
		snowflake,
		z.string().regex(/^[\w-]{8}$/),
		z.string(),
	]),
);

/** In place of a digest: no concerns were shown. */
export const nothingShown = '--------';

/** The room left in the longest custom_id. */
const maxSubjectLength = 42;

/**
 * The key of a subject as an argument of a custom_id: itself if it fits, else a digest of it, which is looked up among
 * the known ones.
 */
export function subjectArgument(key: string): string {
	return key.length < maxSubjectLength && !key.includes(':') ? `=${key}` : `~${digestOfKey(key)}`;
}

/** The key of such an argument; undefined if it is none of the known ones. */
export function subjectOfArgument(argument: string, known: () => readonly string[]): string | undefined {
	if (argument.startsWith('=')) return argument.slice(1);
	return known().find((key) => `~${digestOfKey(key)}` === argument);
}

function digestOfKey(key: string): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, 16);
}
