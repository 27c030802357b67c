import type { OptionValues } from '@claimcheck/local-discord';
import type { CommandBody, CommandOption } from '@claimcheck/local-discord/command-body';
import type { Person } from '@claimcheck/local-discord/person';
import { buttonsOf, type ReadSelect, selectsOf, textOf } from '@claimcheck/local-discord/reading';
import type { RunningBot, Stage } from '@claimcheck/sandbox/stage';
import {
	type APIMessage,
	ApplicationCommandOptionType,
	ApplicationCommandType,
	ButtonStyle,
	ComponentType,
} from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { components } from '../../commands/registry.js';
import { languages } from '../../src/i18n/languages.js';
import { translatorFor } from '../../src/i18n/translator.js';
import { customIdName } from '../../src/views/custom-ids/custom-id.js';
import {
	administratorsOnlyView,
	homeOnlyView,
	homeStaffOnlyView,
	managersOnlyView,
	moderatorsOnlyView,
	policyOfHomeView,
} from '../../src/views/interactions/refusal-view.js';
import { faultsOfShown } from '../states/plain-rules.js';
import { asLine } from '../states/rules.js';
import { modalRefusals } from '../views/refusals.js';
import { auditChannel, auditLine, change, freshCode, logged, verify } from './acts.js';
import { botHeaders } from './bot-headers.js';
import { crawl, describeReached, type Opened, type Picks, type Reached, type Root } from './crawl.js';
import { openStage, register } from './hosted-bot.js';

// Every button, select and form that can be reached from any command, pressed once, by whom it is meant for and by
// whom it isn't. What is answered is looked at, and so are the bot's log and each request that Discord refuses.

/** Components that this walk doesn't come to: each has tests of its own. */
const notReached: readonly string[] = [
	// On alerts, which come where something is wrong.
	...['alert-accept', 'alert-check', 'alert-go-on', 'alert-leave', 'alert-stay'],
	// On messages of earlier versions, which answer all the same.
	...['policy', 'purchases-restore', 'purchases-unlink'],
	// Between two accounts of which one calls the other's purchase its own, in direct messages and on the staff's card.
	...[
		'case-history',
		'case-leave',
		'case-leave-why',
		'case-move',
		'case-move-why',
		'case-open',
		'case-reopen',
	],
	...[
		'case-undo',
		'dispute-keep',
		'dispute-let-go',
		'dispute-let-go-now',
		'move-mine',
		'move-mine-to',
		'move-not',
		'move-now',
		'move-own',
		'move-own-to',
	],
	// Several things meet: several purchases of a kind, a role with powers, more pictures than a page has.
	...['desk-pause', 'setup-fix', 'setup-powers', 'panel-post'],
	// In a list of more than three, and while no buyer role is chosen.
	...['purchases-pick', 'setup-make-role'],
	// On lines of the audit channel.
	...['desk-reference', 'desk-refusals', 'desk-burst', 'desk-listed'],
	// Members may unlink, or come from another server.
	...['purchases-act', 'purchases-ask-unlink', 'purchases-check', 'purchases-here', 'purchases-let-go'],
	'purchases-roles',
	// On an announcement.
	...['update', 'update-list'],
	// Where the server has rules.
	'setup-remove',
];
/** As many as there are one after another anywhere, and one more. */
const presses = 4;
const someCode = '00000000-0000-4000-8000-000000000000';

/** German has the longest words. At night the others come too: `EVERY_LANGUAGE=1`. */
const others =
	process.env['EVERY_LANGUAGE'] === undefined
		? (['de'] as const)
		: languages.filter((language) => language !== 'en');

describe('a walk through everything that can be pressed, with the production bot', () => {
	let stage: Stage;
	let bot: RunningBot;
	let postedPanel: APIMessage;
	/** The findings of the walk in English. */
	const found = new Map<string, Found>();

	beforeAll(async () => {
		stage = await openStage();
		await register(stage);
		// An item's page asks the shop, and loses its buttons once the minute's requests are used up.
		bot = await stage.startBot({ MARKETPLACE_PER_MINUTE: '1000' });
		await stage.people.admin.chatInput('panel', { channel: stage.channels.verify }).answered();
		const [posted] = stage.discord.messages.inChannel(stage.channels.verify);
		if (posted === undefined) throw new Error('The panel is not posted');
		postedPanel = posted.current;
	});
	afterAll(() => stage?.close());

	const personIn = (locale: string, name: string, roleIds: readonly string[] = []): Person =>
		stage.discord.person(stage.guild, { name, locale, roleIds });

	function picksFor(user: string, code: string): Picks {
		const { roles, channels } = stage;
		const texts = {
			'': 'Walk',
			reference: 'KQT-WDR',
			code,
			page: '1',
			search: 'a',
			url: 'https://example.com/a.png',
			picture: '',
		};
		return { user, role: roles.buyer.id, channel: channels.audit, texts };
	}

	/** A new member with two purchases, and the code of one. */
	async function newBuyer(locale: string): Promise<{ buyer: Person; code: string }> {
		const buyer = personIn(locale, 'Maya');
		const code = freshCode(stage);
		for (const each of [code, freshCode(stage)]) await verify(buyer, each);
		return { buyer, code };
	}

	const staffIn = (locale: string): Person => personIn(locale, 'Iris', [stage.roles.admin.id]);

	/** Values for a command: the required options, or all. */
	function typed(options: readonly CommandOption[], all: boolean, picks: Picks): OptionValues {
		const given = options.filter((option) => all || option.required);
		return Object.fromEntries(given.map((option) => [option.name, optionValue(option, picks)]));
	}

	function optionValue(option: CommandOption, picks: Picks): string | number | boolean {
		const [choice] = option.choices ?? [];
		if (choice !== undefined) return choice.value;
		const item = String(stage.marketplace.items[0]?.id);
		switch (option.type) {
			case ApplicationCommandOptionType.User:
				return picks.user;
			case ApplicationCommandOptionType.Role:
				return picks.role;
			case ApplicationCommandOptionType.Channel:
				return picks.channel;
			case ApplicationCommandOptionType.Integer:
			case ApplicationCommandOptionType.Number:
				return option.min_value ?? 1;
			case ApplicationCommandOptionType.Boolean:
				return false;
			default:
				if (option.autocomplete) return item;
				return picks.texts[option.name] ?? picks.texts['']?.slice(0, option.max_length ?? 100) ?? 'Walk';
		}
	}

	/** Every command and subcommand that is registered, with its options. */
	function registered(): { name: string; options: readonly CommandOption[] }[] {
		const bodies = stage.discord.commands.list(stage.guild.id).map(({ body }) => body);
		return bodies.filter(({ type }) => type === ApplicationCommandType.ChatInput).flatMap(withSubcommands);
	}

	/** One buyer is enough where nothing is done to their purchases. */
	let shared: Promise<{ buyer: Person; code: string }> | undefined;

	/** Commands are typed by a buyer and by staff; the panel is pressed by any member. */
	function rootsIn(locale: string): Root[] {
		const opened = async (
			isStaff: boolean,
			begin: (person: Person, picks: Picks) => Opened['begun'],
			isAlone = true,
		) => {
			shared ??= newBuyer('en-US');
			const { buyer, code } = await (isAlone ? newBuyer(locale) : shared);
			const person = isStaff ? staffIn(locale) : buyer;
			const picks = picksFor(isStaff ? buyer.id : personIn(locale, 'Tom').id, code);
			return { person, picks, begun: begin(person, picks) };
		};
		const ofCommands = registered().flatMap(({ name, options }): Root[] => {
			const isAsked = options.length > 0 && options.some(({ required }) => !required);
			const isOwn = /^(verify|purchases|privacy)$/.test(name);
			return (isAsked ? [false, true] : [false]).map((all) => ({
				name: `/${name}${all ? ' with everything' : ''}`,
				open: () =>
					opened(
						!isOwn,
						(person, picks) => person.chatInput(name, typed(options, all, picks)),
						isOwn || /^(whois|claim)/.test(name),
					),
			}));
		});
		const codes = { fresh: () => freshCode(stage), unknown: () => someCode, 'no code': () => 'ABC-123' };
		const ofCodes = Object.entries(codes).map(([name, code]) => ({
			name: `/verify, ${name}`,
			open: () => opened(false, (person) => person.chatInput('verify', { code: code() })),
		}));
		const taken: Root = {
			name: '/verify, taken',
			open: async () => {
				const { code } = await newBuyer(locale);
				const person = personIn(locale, 'Tom');
				return { person, picks: picksFor(person.id, code), begun: person.chatInput('verify', { code }) };
			},
		};
		const menu: Root = {
			name: 'menu Purchases',
			open: () => opened(true, (person, picks) => person.userContextMenu('Purchases', picks.user)),
		};
		const lookedUp = Object.entries(codes).map(([name, code]) => ({
			name: `/whois, a code: ${name}`,
			open: () => opened(true, (person) => person.chatInput('whois', { code: code() }), false),
		}));
		const panel: Root = {
			name: 'the panel',
			open: () => opened(false, () => postedPanel),
		};
		// First, since staff look up a limited number of unclaimed codes.
		return [...lookedUp, ...ofCommands, ...ofCodes, taken, menu, panel];
	}

	/** Goes through it all in one language, and gives what is wrong. */
	async function walk(locale: string): Promise<{ faults: string[]; reached: Reached[] }> {
		const t = translatorFor(locale);
		const unexpected = [t('refusal.outdated'), t('refusal.unknownCommand')];
		const faults: string[] = [];
		const reached: Reached[] = [];
		const before = stage.discord.calls.list().length;
		await crawl(rootsIn(locale), {
			depth: presses,
			visit: (place) => {
				reached.push(place);
				const { message, modal } = place;
				const found = [
					...(modal === undefined ? [] : modalRefusals({ ...modal } as never)),
					...(message === undefined ? ['no answer'] : faultsOfShown(message).map(asLine)),
					...unexpected.filter((text) => message !== undefined && textOf(message).includes(text)),
				];
				faults.push(...found.map((fault) => `${describeReached(place)}\n  ${fault}`));
			},
		});
		const refused = stage.discord.calls
			.list()
			.slice(before)
			.filter(({ status = 0 }) => status >= 400)
			.map(({ method, path, status, code }) => `${method} ${path}: ${status} ${code}`);
		return { faults: [...faults, ...refused], reached };
	}

	it('is right in English, and misses nothing that has a handler', async () => {
		const { faults, reached } = await walk('en-US');
		expect(faults).toEqual([]);
		for (const [kind, control] of kindsIn(reached)) found.set(kind, control);
		const handled = new Set(components.map(({ name }) => name));
		const known = new Set([
			...found.keys(),
			...reached.flatMap(({ modal }) => (modal ? [kindOf(modal)] : [])),
		]);
		expect([...handled].filter((name) => !known.has(name)).sort()).toEqual([...notReached].sort());
	});

	it.each(others)('is right in %s', async (language) => {
		expect((await walk(language)).faults).toEqual([]);
	});

	it('refuses whom it is not meant for, without any effect', async () => {
		expect(found.size).toBeGreaterThan(20);
		const t = translatorFor('en-US');
		const refusals = [
			administratorsOnlyView,
			homeOnlyView,
			homeStaffOnlyView,
			managersOnlyView,
			moderatorsOnlyView,
			policyOfHomeView,
		].map((view) => textOf(view(t)));
		const accessOf = new Map(components.map(({ name, access }) => [name, access]));
		const wrong: string[] = [];
		/** Refused presses, by presser. */
		const refused = new Map<string, string>();
		for (const [kind, { customId, select, owner }] of found) {
			const stranger = personIn('en-US', 'Tom');
			const rolesBefore = [...owner.roleIds];
			const answer = await forged(stranger, customId, select);
			const said = answer === undefined ? '(a form)' : textOf(answer).replaceAll(/<\/([^:]+):\d+>/g, '`/$1`');
			const isRefused = refusals.includes(said);
			if ((accessOf.get(kind) ?? 'everyone') !== 'everyone' && !isRefused) wrong.push(`${kind}: ${said}`);
			if (said.includes(owner.id)) wrong.push(`${kind} tells of its owner: ${said}`);
			if (isRefused) refused.set(stranger.id, kind);
			if (rolesBefore.join() !== owner.roleIds.join()) wrong.push(`${kind} changes its owner’s roles`);
		}
		expect(wrong).toEqual([]);
		// Lines are written in turn: behind this one nothing is on its way that a refused press has caused.
		const { code } = await newBuyer('en-US');
		await change(stage.people.moderator, 'lock', { code, reason: 'the end of the walk' });
		await auditLine(stage, 'the end of the walk');
		const written = auditChannel(stage);
		expect([...refused].filter(([id]) => written.includes(id))).toEqual([]);
	});

	it('leaves nothing in the log that is wrong', () => {
		expect(logged(bot, 'error', 'fatal')).toEqual([]);
	});

	/** Presses a component on a public message of the bot, as a forged interaction does. */
	async function forged(
		person: Person,
		customId: string,
		select: ReadSelect | undefined,
	): Promise<APIMessage | undefined> {
		const picks = picksFor(person.id, someCode);
		const options = select?.values.slice(0, 1).map((value) => ({ label: 'Old', value }));
		const component =
			select === undefined
				? { type: ComponentType.Button, style: ButtonStyle.Secondary, label: 'Old', custom_id: customId }
				: { type: select.type, custom_id: customId, ...(options?.length && { options }) };
		const response = await fetch(`${stage.discord.apiUrl}/v10/channels/${stage.channels.verify}/messages`, {
			method: 'POST',
			headers: botHeaders(stage),
			body: JSON.stringify({ content: 'old', components: [{ type: 1, components: [component] }] }),
		});
		const message = (await response.json()) as APIMessage;
		const value = options?.[0]?.value ?? pickedFor(select?.type, picks);
		const pressed =
			select === undefined
				? person.clickButton(message, customId)
				: person.selectMenu(message, customId, [value]);
		await Promise.race([pressed.answered(), pressed.followedUp(), pressed.modalOpened()]);
		return pressed.modal === undefined ? (pressed.followUps.at(-1) ?? pressed.original) : undefined;
	}
});

/** A component as it was found, and whose it was. */
interface Found {
	readonly customId: string;
	readonly select: ReadSelect | undefined;
	readonly owner: Person;
}

const kindOf = ({ custom_id }: { readonly custom_id: string }): string =>
	customIdName(custom_id) ?? custom_id;

/** Every kind of component that stands on what was reached. */
function kindsIn(reached: readonly Reached[]): Map<string, Found> {
	const kinds = new Map<string, Found>();
	for (const { message, person: owner } of reached) {
		if (message === undefined) continue;
		for (const { customId } of buttonsOf(message)) {
			if (customId !== undefined)
				kinds.set(kindOf({ custom_id: customId }), { customId, select: undefined, owner });
		}
		for (const select of selectsOf(message)) {
			const { customId } = select;
			kinds.set(kindOf({ custom_id: customId }), { customId, select, owner });
		}
	}
	return kinds;
}

function pickedFor(type: ComponentType | undefined, { user, role, channel }: Picks): string {
	if (type === ComponentType.RoleSelect) return role;
	return type === ComponentType.ChannelSelect ? channel : user;
}

function withSubcommands(body: CommandBody): { name: string; options: readonly CommandOption[] }[] {
	const options = body.options ?? [];
	const isGroup = ({ type }: CommandOption) => type === ApplicationCommandOptionType.Subcommand;
	if (!options.some(isGroup)) return [{ name: body.name, options }];
	return options
		.filter(isGroup)
		.map((option) => ({ name: `${body.name} ${option.name}`, options: option.options ?? [] }));
}
