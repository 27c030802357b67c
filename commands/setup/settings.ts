import {
	type APIChannelSelectComponent,
	type APIComponentInMessageActionRow,
	type APIStringSelectComponent,
	ChannelType,
	ComponentType,
	SelectMenuDefaultValueType,
} from 'discord.js';
import { z } from 'zod';
import type { Services } from '../../src/create-services.js';
import {
	type Answer,
	type Asked,
	componentsOf,
	openForm,
	outdated,
	showPage,
} from '../../src/discord/interactions/handler.js';
import type { Translator } from '../../src/i18n/translator.js';
import type { Finding } from '../../src/servers/guild-finding.js';
import type { Links } from '../../src/servers/guild-settings.js';
import {
	isOffered,
	type Picked,
	type Setting,
	type SettingName,
	settingNames,
	settings as table,
} from '../../src/servers/settings-table.js';
import type { SetupOverview } from '../../src/services/setup/setup.js';
import { defineCustomId } from '../../src/ui/custom-id.js';
import { openPage } from '../../src/ui/entries.js';
import { ofChecks, troubleLines, troublesOfRole } from '../../src/ui/findings.js';
import { type Field, field, form, unsavedFormView, valuesArgument, valuesDigest } from '../../src/ui/form.js';
import { secureUrl } from '../../src/ui/links.js';
import { maxOptions } from '../../src/ui/list.js';
import type { MessageView } from '../../src/ui/message.js';
import { optionText, permissionName } from '../../src/ui/names.js';
import { bold, button, buttons, page, primary, row, select, small, text } from '../../src/ui/page.js';
import { cut, foreignLine, oneLine } from '../../src/ui/text.js';
import { askForWords, mayNotPostView, panelOutcomeView, panelRequest } from '../panel/panel.js';
import { backToMain, choose, chooserOf, chosen } from './choice.js';
import { mainPage } from './main.js';
import { categoriesOf } from './subjects.js';

export const chooseSetting = defineCustomId('setup-set', z.tuple([z.enum(settingNames)]));
const choosePanel = defineCustomId('setup-panel');
export const askForLinks = defineCustomId('setup-links');
/** Argument: the digest of the prefilled values. */
export const sendLinks = defineCustomId('setup-links-form', z.tuple([valuesArgument]));

/** A longer URL would leave no space for the others. */
const maxShownUrl = 200;

/** Settings whose role the bot can create. */
const creatable = ['buyer', 'mention'] as const;
const makeRole = defineCustomId('setup-make-role', z.tuple([z.enum(creatable)]));

interface Shown {
	readonly note?: string | undefined;
	/** In the server's language, for the names of roles that the bot can create. */
	readonly guildT?: Translator;
	/** Of the catalog, as the shop spells them. */
	readonly categories?: readonly string[];
}

/** A page of settings: each with its texts, its findings and its select. */
export function settingsView(
	t: Translator,
	at: Setting['page'],
	overview: SetupOverview,
	{ note, guildT = t, categories = [] }: Shown = {},
): MessageView {
	const { settings } = overview;
	const isChosen = (name: SettingName | undefined) =>
		name === undefined || table[name].get(settings).length > 0;
	const shown = settingNames.filter((name) => table[name].page === at && isChosen(table[name].needs));
	const isGiving = shown.some((name) => table[name].isGiven);
	const made = creatable.filter((name) => shown.includes(name) && lacksRole(overview, name));
	return page(
		'info',
		...shown.flatMap((name, index) => {
			const { title, how, hint } = table[name];
			const ofFirst = index === 0 ? [`## ${t(`setup.page.${at}`)}`, note] : [];
			const control = controlOf(t, name, overview, categories);
			return [
				text(
					...ofFirst,
					title && bold(t(title)),
					how && t(how, { permission: permissionName(t, 'ManageRoles') }),
					troubleLines(t, troublesOf(name, overview)),
					hint && small(t(hint)),
				),
				control && row(control),
			];
		}),
		isGiving && text(t('setup.former')),
		at === 'links' && addressLines(t, settings.links),
		buttons(
			...made.map((name) => {
				const role = `@${guildT(`setup.make.${name}`)}`;
				return primary(button(t('setup.make', { role }), makeRole.encode(name)));
			}),
			at === 'links' && button(t('setup.links.set'), askForLinks.encode()),
			backToMain(t),
		),
	);
}

function lacksRole({ settings, findings }: SetupOverview, name: SettingName): boolean {
	const [roleId] = table[name].get(settings);
	// A new role could not be mentioned either.
	const helps = ({ fault, role }: Finding) => fault !== 'silent' || role?.name === undefined;
	return roleId === undefined || troublesOfRole(findings, roleId).some(helps);
}

function troublesOf(name: SettingName, { settings, findings }: SetupOverview): readonly Finding[] {
	const { check, isGiven, get } = table[name];
	if (isGiven) return get(settings).flatMap((roleId) => troublesOfRole(findings, roleId));
	return findings.filter((it) => it.check === check && (check !== 'links' || it.values['what'] === name));
}

function addressLines(t: Translator, { exampleUrl, renewUrl }: SetupOverview['settings']['links']) {
	const line = (label: string, url: string | undefined) => {
		const address = url === undefined ? t('setup.links.none') : foreignLine(cut(url, maxShownUrl), 400);
		return `${bold(label)} ${address}`;
	};
	return text(line(t('setup.links.example'), exampleUrl), line(t('setup.links.renew'), renewUrl));
}

/** A setting's select; undefined if there is nothing to choose. */
function controlOf(
	t: Translator,
	name: SettingName,
	overview: SetupOverview,
	categories: readonly string[],
): APIComponentInMessageActionRow | undefined {
	const { control, isRequired, isPostedTo, get } = table[name];
	const { settings, findings } = overview;
	const picked = get(settings);
	const custom_id = chooseSetting.encode(name);
	const min_values = isRequired ? 1 : 0;
	switch (control) {
		case 'channel': {
			const isGone = troublesOf(name, overview).some(({ fault }) => fault?.endsWith('missing'));
			const chosen = isGone || findings.length === 0 ? [] : picked;
			const select = channelSelect(t, custom_id, isPostedTo ? [] : [ChannelType.GuildForum]);
			return { ...select, min_values, ...defaults(SelectMenuDefaultValueType.Channel, chosen) };
		}
		case 'role':
		case 'roles': {
			// A deleted role can't be preselected; during an outage, any could be deleted.
			const isDeleted = (id: string) => troublesOfRole(findings, id).some(({ role }) => !role?.name);
			const chosen = findings.length === 0 ? [] : picked.filter((id) => !isDeleted(id));
			const isMany = control === 'roles';
			return {
				type: ComponentType.RoleSelect,
				custom_id,
				placeholder: t(isMany ? 'setup.chooseRoles' : 'setup.chooseRole'),
				min_values,
				max_values: isMany ? maxOptions : 1,
				...defaults(SelectMenuDefaultValueType.Role, chosen),
			};
		}
		case 'categories':
			return categorySelect(t, custom_id, categories, picked);
		default: {
			const options = Object.keys(control).map((value) => ({
				label: optionText(t, control, value),
				value,
				default: picked.includes(value),
			}));
			return select(custom_id, options, picked[0] && optionText(t, control, picked[0]));
		}
	}
}

function categorySelect(
	t: Translator,
	custom_id: string,
	known: readonly string[],
	chosen: readonly string[],
): APIStringSelectComponent | undefined {
	const named = [...chosen, ...known].filter((name) => name.trim() !== '');
	const all = [...new Set(named)].slice(0, maxOptions);
	if (all.length === 0) return undefined;
	const options = all.map((name) => ({
		label: cut(oneLine(name) || '–', 100),
		value: name,
		default: chosen.includes(name),
	}));
	const placeholder = t('items.allCategories');
	return { ...select(custom_id, options, placeholder), min_values: 0, max_values: all.length };
}

/** Discord's limit for a link button. */
const maxUrlLength = 512;

function inputsOf(t: Translator, { exampleUrl, renewUrl }: Links): readonly Field[] {
	const address = { hint: t('setup.links.hint'), placeholder: 'https://', longest: maxUrlLength };
	return [
		{ id: 'example', label: t('setup.links.example'), value: exampleUrl, ...address },
		{ id: 'renew', label: t('setup.links.renew'), value: renewUrl, ...address },
	];
}

export function linksModal(t: Translator, links: Links) {
	return form(sendLinks.encode(linksDigest(links)), t('setup.page.links'), ...inputsOf(t, links).map(field));
}

export function linksDigest({ exampleUrl, renewUrl }: Links): string {
	return valuesDigest([exampleUrl, renewUrl]);
}

/** The typed URLs can't be saved. `title`: why. */
export function unsavedLinksView(t: Translator, title: string, typed: Links): MessageView {
	const again = button(t('setup.links.set'), askForLinks.encode());
	return unsavedFormView(
		t,
		title,
		inputsOf(t, typed),
		again,
		button(t('button.back'), openPage.encode('links')),
	);
}

export function panelChoiceView(t: Translator, { findings }: SetupOverview): MessageView {
	const troubles = ofChecks(findings, 'panel').filter(({ channel }) => channel !== undefined);
	const channelId = findings.find(({ check }) => check === 'panel')?.channel?.id;
	return page(
		'info',
		text(
			`## ${t('setup.page.panel')}`,
			t('setup.panel.how'),
			troubleLines(t, troubles),
			channelId !== undefined && t('setup.panel.stays', { channel: `<#${channelId}>` }),
		),
		row(channelSelect(t, choosePanel.encode())),
		buttons(
			channelId !== undefined && button(t('setup.panel.words'), askForWords.encode(channelId)),
			backToMain(t),
		),
	);
}

function channelSelect(
	t: Translator,
	custom_id: string,
	others: readonly ChannelType.GuildForum[] = [],
): APIChannelSelectComponent {
	return {
		type: ComponentType.ChannelSelect,
		custom_id,
		placeholder: t('setup.chooseChannel'),
		channel_types: [ChannelType.GuildText, ChannelType.GuildAnnouncement, ...others],
	};
}

/** Omitted if empty: the number of defaults must lie between the select's minimum and maximum. */
function defaults<Type extends SelectMenuDefaultValueType>(type: Type, ids: readonly string[]) {
	return ids.length === 0 ? {} : { default_values: ids.map((id) => ({ id, type })) };
}

export async function settingsPage(
	{ guildId, t, guildT }: Asked,
	services: Services,
	at: Setting['page'],
	note?: string,
): Promise<MessageView> {
	const overview = await services.setup.overview(guildId);
	return settingsView(t, at, overview, {
		note,
		guildT,
		...(at === 'updates' && { categories: categoriesOf(services.catalog) }),
	});
}

/** Saves a setting, and shows what follows. */
export function chooseSettingOf(
	asked: Asked,
	services: Services,
	name: SettingName,
	picked: Picked,
	confirmed?: string,
): Promise<MessageView> {
	const next = (note: string) => {
		const more = name === 'updates' && picked.length > 0 && confirmed === undefined;
		return pageAfter(asked, services, name, more ? `${note} ${asked.t('setup.updates.first')}` : note);
	};
	return choose(asked, services, { what: 'setting', name, picked }, next, confirmed);
}

/** The page of a setting if there is more to choose on it, else the first one. */
function pageAfter(asked: Asked, services: Services, name: SettingName, note?: string) {
	const { page } = table[name];
	// The pictures are an extra of the channel.
	const isAlone = Object.values(table).filter((it) => it.page === page && it.needs !== 'audit').length === 1;
	return isAlone ? mainPage(asked, services, note) : settingsPage(asked, services, page, note);
}

const { on, shows } = componentsOf<Services>('manager');

export const settingsComponents = [
	...(['select', 'role-select', 'channel-select'] as const).map((kind) =>
		on(kind, chooseSetting, (asked, services) => {
			const { args, t, values: picked } = asked;
			const [name] = args;
			if (!isOffered(name, picked)) return outdated;
			// The bot posts there on the manager's behalf.
			const [channelId] = picked;
			if (name === 'updates' && channelId !== undefined && !asked.mayPost(channelId))
				return showPage(mayNotPostView(t, channelId));
			return showPage(() => chooseSettingOf(asked, services, name, picked));
		}),
	),
	shows('button', makeRole, async (asked, services) => {
		const { args, t, guildId } = asked;
		const [name] = args;
		const made = await services.setup.makeRole(chooserOf(asked), name, asked.guildT(`setup.make.${name}`));
		return await chosen(t, made, { what: 'setting', name, picked: [guildId] }, async () => {
			const [roleId] = table[name].get(await services.guilds.get(guildId));
			// Another manager may have reset it since.
			const note = roleId && `✅ **${t('setup.make.done', { role: `<@&${roleId}>` })}**`;
			return await pageAfter(asked, services, name, note);
		});
	}),
	on('channel-select', choosePanel, postPanel),
	on('button', askForLinks, ({ guildId, t }, { guilds }) =>
		openForm(guilds.get(guildId).then(({ links }) => linksModal(t, links))),
	),
	shows('modal', sendLinks, async (asked, services) => {
		const { args, t } = asked;
		const { links } = await services.guilds.get(asked.guildId);
		const [example = '', renew = ''] = ['example', 'renew'].map((input) => asked.fields.text(input).trim());
		const typed = { exampleUrl: example, renewUrl: renew };
		if (args[0] !== linksDigest(links)) return unsavedLinksView(t, t('form.stale'), typed);
		const [exampleUrl, renewUrl] = [example, renew].map((address) => secureUrl(address, maxUrlLength));
		const next = (note: string) => settingsPage(asked, services, 'links', note);
		if ((example !== '' && !exampleUrl) || (renew !== '' && !renewUrl))
			return unsavedLinksView(t, `⚠️ ${t('setup.links.bad')}`, typed);
		return await choose(asked, services, { what: 'addresses', exampleUrl, renewUrl }, next);
	}),
];

/** Posts the panel if the manager can post in that channel, then returns to the first page. */
function postPanel(asked: Asked, services: Services): Answer {
	const { guildId, t } = asked;
	const [channelId] = asked.values;
	if (channelId === undefined) return outdated;
	if (!asked.mayPost(channelId)) return showPage(mayNotPostView(t, channelId));
	return showPage(async () => {
		const outcome = await services.panels.post(panelRequest(asked, channelId));
		if (outcome.kind === 'posted') {
			const note = `✅ **${t('setup.panel.posted', { channel: `<#${channelId}>` })}**`;
			return await mainPage(asked, services, note);
		}
		return panelOutcomeView(t, outcome, { guildId, channelId });
	});
}
