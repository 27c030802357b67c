import type { MessageKey } from '../i18n/messages.js';
import type { ChosenSettings, GuildSettings } from './guild-settings.js';

// The settings of a server that are chosen with a select, each with everything that the rest of the bot has to know
// about it. A new one takes an entry here and its texts.

/** A value as a select gives it: ids, words or numbers. Empty resets the setting. */
export type Picked = readonly string[];

/** The pages of `/setup` that consist of such settings. */
export const settingsPages = ['buyer', 'active', 'audit', 'staff', 'links', 'sharing', 'updates'] as const;

export interface Setting {
	readonly page: (typeof settingsPages)[number];
	/** The kind of select. `categories` are the shop's; options of its own come with their texts, or are numbers of days. */
	readonly control:
		| 'role'
		| 'roles'
		| 'channel'
		| 'categories'
		| Readonly<Record<string, MessageKey | 'days'>>;
	/** It can be replaced, but not reset with the select. */
	readonly isRequired?: true;
	/** A role that follows from purchases: it must be harmless, below the bot's role, and confirmed. */
	readonly isGiven?: true;
	/** The bot posts there, so the channel must take messages, or be one that the bot can't see yet. */
	readonly isPostedTo?: true;
	/** Members must not read it: it can't have the panel, and has to be confirmed if everyone can read it. */
	readonly isPrivate?: true;
	/** It is there only while another one is chosen. */
	readonly needs?: 'updates' | 'audit';
	/** The check of its findings. A role's findings are those that name it. */
	readonly check?: string;
	/** Its name; that of its page if absent. */
	readonly title?: MessageKey;
	readonly how?: MessageKey;
	readonly hint?: MessageKey;
	/** The value in effect. */
	get(settings: GuildSettings): Picked;
	set(chosen: ChosenSettings, picked: Picked, now: number): ChosenSettings;
}

const define = <Name extends string>(all: Readonly<Record<Name, Setting>>) => all;

export const settings = define({
	buyer: {
		page: 'buyer',
		control: 'role',
		isRequired: true,
		isGiven: true,
		how: 'setup.buyer.how',
		get: ({ buyerRoleId }) => one(buyerRoleId),
		set: (chosen, [buyerRoleId]) => withoutNone({ ...chosen, buyerRoleId }),
	},
	supported: {
		page: 'active',
		control: 'role',
		isGiven: true,
		title: 'setup.active.title',
		how: 'setup.active.how',
		get: ({ supportedRoleId }) => one(supportedRoleId),
		set: (chosen, [supportedRoleId]) => withoutNone({ ...chosen, supportedRoleId }),
	},
	/** Days after the end of support for which its role stays. */
	grace: {
		page: 'active',
		control: days(0, 1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60, 90),
		how: 'setup.support.grace',
		get: ({ support }) => [String(support.graceDays)],
		set: (chosen, [count]) => merged(chosen, 'support', { graceDays: Number(count) || undefined }),
	},
	/** Held during the last days of support. */
	soon: {
		page: 'active',
		control: 'role',
		isGiven: true,
		title: 'setup.endsSoon',
		how: 'setup.endsSoon.how',
		get: ({ support }) => one(support.endsSoonRoleId),
		set: (chosen, [endsSoonRoleId]) => merged(chosen, 'support', { endsSoonRoleId }),
	},
	/** Days before the end of support from which members see it coming. */
	notice: {
		page: 'active',
		control: days(1, 2, 3, 5, 7, 10, 14, 21, 30, 45, 60),
		how: 'setup.support.notice',
		get: ({ support }) => [String(support.noticeDays)],
		set: (chosen, [count]) => merged(chosen, 'support', { noticeDays: Number(count) }),
	},
	audit: {
		page: 'audit',
		control: 'channel',
		isPostedTo: true,
		isPrivate: true,
		check: 'audit-channel',
		how: 'setup.audit.how',
		get: ({ auditChannelId }) => one(auditChannelId),
		// None, even if the environment names one.
		set: (chosen, [auditChannelId = null]) => ({ ...chosen, auditChannelId }),
	},
	/** Whether members may send pictures, which are posted there, with a request to staff. */
	pictures: {
		page: 'audit',
		control: { none: 'setup.pictures.none', three: 'setup.pictures.three' },
		needs: 'audit',
		title: 'setup.pictures',
		how: 'setup.pictures.how',
		get: ({ pictures }) => [pictures === true ? 'three' : 'none'],
		set: (chosen, [picked]) => ({ ...chosen, pictures: picked === 'three' }),
	},
	staff: {
		page: 'staff',
		control: 'roles',
		check: 'staff-role',
		how: 'setup.staff.how',
		hint: 'setup.staff.commands',
		get: ({ staffRoleIds }) => staffRoleIds,
		set: (chosen, picked) => ({ ...chosen, staffRoleIds: [...picked] }),
	},
	support: {
		page: 'links',
		control: 'channel',
		check: 'links',
		title: 'setup.links.support',
		hint: 'setup.links.supportHow',
		get: ({ links }) => one(links.supportChannelId),
		set: (chosen, [supportChannelId]) => merged(chosen, 'links', { supportChannelId }),
	},
	help: {
		page: 'links',
		control: 'channel',
		check: 'links',
		title: 'setup.links.help',
		hint: 'setup.links.helpHow',
		get: ({ links }) => one(links.helpChannelId),
		set: (chosen, [helpChannelId]) => merged(chosen, 'links', { helpChannelId }),
	},
	/** Who may show items to everyone in a channel. */
	sharing: {
		page: 'sharing',
		control: { everyone: 'setup.sharing.everyone', staff: 'setup.sharing.staff' },
		how: 'setup.sharing.how',
		get: ({ sharing }) => [sharing],
		set: (chosen, [who]) => ({ ...chosen, sharing: who === 'staff' ? 'staff' : 'everyone' }),
	},
	/** Where new items and versions are announced. */
	updates: {
		page: 'updates',
		control: 'channel',
		isPostedTo: true,
		check: 'updates',
		how: 'setup.updates.how',
		get: ({ updates }) => one(updates?.channelId),
		set: ({ updates, ...others }, [channelId], now) =>
			channelId === undefined ? others : { ...others, updates: { ...updates, channelId, since: now } },
	},
	categories: {
		page: 'updates',
		control: 'categories',
		needs: 'updates',
		get: ({ updates }) => updates?.categories ?? [],
		set: (chosen, picked) =>
			withUpdates(chosen, { categories: picked.length === 0 ? undefined : [...picked] }),
	},
	/** The role that announcements mention. The bot neither gives nor removes it. */
	mention: {
		page: 'updates',
		control: 'role',
		needs: 'updates',
		hint: 'setup.updates.role',
		get: ({ updates }) => one(updates?.roleId),
		set: (chosen, [roleId]) => withUpdates(chosen, { roleId }),
	},
});

export type SettingName = keyof typeof settings;

export const settingNames = Object.keys(settings) as [SettingName, ...SettingName[]];

/** False for a value that the setting's select doesn't offer. */
export function isOffered(name: SettingName, picked: Picked): boolean {
	const { control, isRequired } = settings[name];
	if (typeof control === 'object')
		return picked.length === 1 && picked.every((it) => Object.hasOwn(control, it));
	return picked.length > 0 || isRequired !== true;
}

function days(...counts: readonly number[]): Readonly<Record<string, 'days'>> {
	return Object.fromEntries(counts.map((count) => [count, 'days']));
}

function one(id: string | undefined): Picked {
	return id === undefined ? [] : [id];
}

type Partly<Value> = { readonly [Key in keyof Value]?: Value[Key] | undefined };
type Group = 'support' | 'links' | 'updates';
/** Without the fields that updates must have. */
type Fields<Of extends Group> = Partly<Omit<NonNullable<ChosenSettings[Of]>, 'channelId' | 'since'>>;

/** Changes fields of a group; undefined removes one. */
export function merged<Of extends Group>(
	chosen: ChosenSettings,
	group: Of,
	fields: Fields<Of>,
): ChosenSettings {
	return { ...chosen, [group]: withoutNone({ ...chosen[group], ...fields }) };
}

/** Unless another manager has turned them off meanwhile. */
function withUpdates(chosen: ChosenSettings, fields: Fields<'updates'>): ChosenSettings {
	return chosen.updates === undefined ? chosen : merged(chosen, 'updates', fields);
}

/** Omits undefined values: the store contains only what was chosen. */
function withoutNone<Value extends object>(values: Value): { [Key in keyof Value]: NonNullable<Value[Key]> } {
	const entries = Object.entries(values).filter(([, value]) => value !== undefined);
	return Object.fromEntries(entries) as { [Key in keyof Value]: NonNullable<Value[Key]> };
}
