import {
	type AutocompleteInteraction,
	type CommandInteraction,
	ComponentType,
	HTTPError,
	type Interaction,
	InteractionContextType,
	MessageReferenceType,
	RateLimitError,
	type RepliableInteraction,
} from 'discord.js';
import { AppError, failureReason, SecretChangedError, StoreUnavailableError } from '../../base/errors.js';
import { gatherLines } from '../../base/time/log-lines.js';
import type { Servers } from '../../floors.js';
import type { Ground } from '../../ground.js';
import { inCode, type Translator, translatorFor } from '../../i18n/translator.js';
import type { StaffRoles } from '../../services/setup/staff-roles.js';
import type { References } from '../../services/verification/references.js';
import { customIdName } from '../../ui/custom-id.js';
import { ephemeral, type MessageView } from '../../ui/message.js';
import { noticeView } from '../../ui/messages/notices.js';
import {
	errorView,
	notMemberView,
	outdatedComponentView,
	refusalView,
	tooSlowView,
} from '../../ui/refusal.js';
import { hasArrived } from '../connection/client.js';
import type { UnservedGuilds } from '../lifecycle/unserved-guilds.js';
import type { MentionIn } from '../registration/command-mentions.js';
import { refusalOf } from './access.js';
import { type Asked, type AskedTyping, askedDirectly, askedInGuild, OtherVersionError } from './asked.js';
import {
	type Answer,
	type ComponentHandler,
	type ComponentKind,
	type Handler,
	loggedName,
} from './handler.js';
import { AnsweredElsewhere, type Calling, Responses } from './responses.js';
import { handlerOf, type SlashCommand, type SlashHandler, type UserCommand } from './slash-command.js';

/** The floor that an answer needs, besides its handler. */
interface AnswerFloor<Services> extends Ground, Pick<Servers, 'notices' | 'discord' | 'links'> {
	/** Passed to the handlers. */
	readonly services: Services;
	readonly staffRoles: StaffRoles;
}

export interface DispatcherFloor<Services> extends AnswerFloor<Services>, Pick<Servers, 'served'> {
	readonly commands: readonly (SlashCommand<Services> | UserCommand<Services>)[];
	readonly components: readonly ComponentHandler<Services>[];
	readonly unserved: UnservedGuilds;
	/** Called when another process has answered. */
	readonly duplicateAlarm: () => void;
	/** Issues the reference that links a member's error message to the log. */
	readonly references: References;
	readonly mentionIn: MentionIn;
	readonly calling: Calling;
}

const unknownCommand = (t: Translator) => refusalView(t, 'unknownCommand');

/** Finds the handler for each interaction, sends its answer, and reports failures. Never rejects. */
export function createDispatcher<Services>(floor: DispatcherFloor<Services>) {
	const { metrics, calling, duplicateAlarm, references, links, served, unserved, mentionIn } = floor;
	const commands = new Map(floor.commands.map((command) => [command.data.name, command]));
	const components = new Map(floor.components.map((it) => [`${it.kind}:${it.name}`, it]));
	const failures = gatherLines(floor.logger, floor.clock);
	const inFlight = new Set<Promise<void>>();
	let isDraining = false;
	let isSecretChanged = false;

	/** Translator for one locale in a guild. Interactions get their translator only here. */
	function translator(locale: string, guildId: string | null): Translator {
		return translatorFor(locale, guildId === null ? inCode : mentionIn(guildId));
	}

	async function dispatch(interaction: Interaction): Promise<void> {
		const name = nameOf(interaction);
		const count = (result: string) => metrics.interactions.inc({ name, result });
		const guildId = interaction.guildId ?? directServerOf(interaction) ?? null;
		const { id, guildId: from, user, locale } = interaction;
		const fields = { interactionId: id, interaction: name, guildId: from, userId: user.id };
		const logger = floor.logger.child(fields);
		const responses = new Responses({ ...calling, metrics, failures, name, logger }, interaction);
		const fail = async (viewOf: (t: Translator) => MessageView) => {
			if (interaction.isRepliable()) await responses.fail(viewOf(translator(locale, from)));
		};
		try {
			await run(interaction, responses);
			responses.took('answer');
			count('ok');
		} catch (error) {
			if (error instanceof AnsweredElsewhere) {
				logger.debug('Another process has already responded to this interaction');
				count('elsewhere');
				return duplicateAlarm();
			}
			if (error instanceof OtherVersionError) {
				logger.info({ err: error }, 'An interaction of another version of this bot');
				count('ok');
				return await fail(interaction.isCommand() ? unknownCommand : outdatedComponentView);
			}
			if (error instanceof SecretChangedError) {
				// Planned by the operator: one log line is enough, and staff have nothing to look up.
				if (!isSecretChanged) logger.warn({ err: error }, 'Members try again later');
				isSecretChanged = true;
				count('ok');
				return await fail((t) => errorView(t, error.code, undefined));
			}
			count('error');
			const code = error instanceof AppError ? error.code : 'UNEXPECTED';
			const reference = await references.issue({
				...(guildId !== null && { guildId }),
				userId: user.id,
				why: code.toLowerCase().replaceAll('_', '-'),
			});
			// An outage has its own line; this one links the member's reference to it.
			if (isOfOutage(error)) {
				const reason = failureReason(error);
				failures.note(logger, 'An interaction failed', { reason, reference });
			} else logger.error({ err: error, reference }, 'An interaction failed');
			// From memory: the answer to a failure must not wait for the store.
			const place = guildId === null ? undefined : { guildId, links: links.known(guildId) };
			await fail((t) => errorView(t, code, reference, place));
		}
	}

	/** Name for logs and metrics. All foreign ids share one name, because clients can make up any number of them. */
	function nameOf(interaction: Interaction): string {
		if (interaction.isCommand() || interaction.isAutocomplete()) {
			const { commandName } = interaction;
			return commands.has(commandName) ? `/${commandName}` : 'foreign';
		}
		if (interaction.isMessageComponent() || interaction.isModalSubmit()) {
			const handler = component(interaction);
			return handler === undefined ? 'foreign' : loggedName(handler);
		}
		return 'unknown';
	}

	async function run(interaction: Interaction, responses: Responses): Promise<void> {
		const { guildId, locale, applicationId } = interaction;
		if (interaction.isAutocomplete()) {
			if (!interaction.inCachedGuild()) return;
			if (!served.serves(interaction.guildId) || !hasArrived(interaction.guild)) return;
			const asked = askedInGuild(interaction, languages(interaction));
			const typing = interaction.options.getFocused(true);
			const handler = commandHandler(interaction, asked);
			return await suggest(handler, { ...asked, typing }, responses, floor);
		}
		if (!interaction.isRepliable()) return;
		const respond = (viewOf: (t: Translator) => MessageView) =>
			responses.show('reply', viewOf(translator(locale, guildId)));
		if (!interaction.inCachedGuild()) {
			if (await answerDirect(interaction, responses)) return;
			if (guildId === null) return await respond((t) => refusalView(t, 'guildOnly'));
			// READY has named every guild that the bot is in: here only its commands were authorized.
			const isWanted = served.ids.length === 0 || served.serves(guildId);
			return await respond((t) =>
				isWanted ? notMemberView(t, applicationId) : refusalView(t, 'otherGuild'),
			);
		}
		if (!served.serves(interaction.guildId)) {
			unserved.note(interaction.guildId);
			return await respond((t) => refusalView(t, 'otherGuild'));
		}
		// The member's rights follow from the guild's roles.
		if (!hasArrived(interaction.guild)) return await respond((t) => refusalView(t, 'starting'));

		if (isForwarded(interaction)) return await respond(outdatedComponentView);
		const asked = askedInGuild(interaction, languages(interaction));
		const handler = interaction.isCommand() ? commandHandler(interaction, asked) : component(interaction);
		if (handler !== undefined) return await answer(handler, asked, responses, floor);
		await respond(interaction.isCommand() ? unknownCommand : outdatedComponentView);
	}

	function commandHandler({ commandName }: CommandInteraction | AutocompleteInteraction, asked: Asked) {
		const command = commands.get(commandName);
		return command && handlerOf(command, asked);
	}

	function languages({ locale, guildId, guildLocale }: Interaction): Pick<Asked, 't' | 'guildT'> {
		return { t: translator(locale, guildId), guildT: translator(guildLocale ?? locale, guildId) };
	}

	/** The server named in the custom_id of a component in a direct message. */
	function directServerOf(interaction: Interaction): string | undefined {
		if (interaction.guildId !== null || interaction.context !== InteractionContextType.BotDM)
			return undefined;
		if (!interaction.isButton() && !interaction.isModalSubmit()) return undefined;
		return component(interaction)?.serverOf?.(interaction.customId);
	}

	/** Answers a component in a direct message for the server that it names. False if it is something else. */
	async function answerDirect(interaction: RepliableInteraction, responses: Responses): Promise<boolean> {
		const guildId = directServerOf(interaction);
		const guild = interaction.client.guilds.cache.get(guildId ?? '');
		const handler = component(interaction);
		if (guildId === undefined || guild === undefined || handler === undefined) return false;
		if (!served.serves(guildId) || isForwarded(interaction)) return false;
		const t = translator(interaction.locale, guildId);
		const guildT = translator(guild.preferredLocale, guildId);
		await answer(handler, askedDirectly(interaction, guildId, { t, guildT }), responses, floor);
		return true;
	}

	/** @returns undefined if the interaction is no component or form that this version knows */
	function component(interaction: Interaction): ComponentHandler<Services> | undefined {
		const kind = kindOf(interaction);
		if (kind === undefined || !('customId' in interaction)) return undefined;
		return components.get(`${kind}:${customIdName(interaction.customId) ?? ''}`);
	}

	return {
		handle(interaction: Interaction): void {
			if (isDraining) return;
			// The interaction may be malformed, so we may not even know whom to answer.
			const work = dispatch(interaction)
				.catch((error) => floor.logger.error({ err: error }, 'An interaction could not be read'))
				.finally(() => inFlight.delete(work));
			inFlight.add(work);
		},

		/** Accepts nothing new, and resolves when the interactions in flight have been answered. */
		async drain(): Promise<void> {
			isDraining = true;
			await Promise.allSettled(inFlight);
			failures.stop();
		},
	};
}

/** Discord waits three seconds for an acknowledgement, including network time. */
const patienceMs = 1_000;

/** Checks access, and sends the handler's answer. The only caller of handlers. */
export async function answer<Services>(
	handler: Handler<Services>,
	asked: Asked,
	responses: Responses,
	floor: AnswerFloor<Services>,
): Promise<void> {
	const checked = refusalOf(handler.access, asked, floor.staffRoles);
	// Don't await a value that is already known: the acknowledgement has to go out first.
	const refusal = checked instanceof Promise ? await inTime(checked, floor) : checked;
	if (refusal === 'late') return await responses.show('reply', tooSlowView(asked.t));
	if (refusal !== undefined) return await responses.show('reply', refusal(asked.t));
	const answered = handler.answer(asked, floor.services);
	const sayOutdated = () =>
		responses.show('reply', outdatedComponentView(asked.t, handler.access === 'staff'));
	switch (answered.kind) {
		case 'outdated':
			return await sayOutdated();
		case 'form': {
			const form = answered.form instanceof Promise ? await inTime(answered.form, floor) : answered.form;
			if (form === 'late') return await responses.show('reply', tooSlowView(asked.t));
			return await (form === undefined ? sayOutdated() : responses.openForm(form));
		}
		case 'public':
			return await send('update', answered.content, responses);
		default: {
			const as = answered.kind === 'page' && asked.isOnOwnAnswer ? 'update' : 'reply';
			await send(as, answered.content, responses);
			await showNotices(asked, responses, floor);
		}
	}
}

/** What the store says, unless it is too slow for Discord: then the member is asked to try again. */
async function inTime<Value>(value: Promise<Value>, { clock }: Pick<Ground, 'clock'>) {
	const known = new AbortController();
	const late = clock.delay(patienceMs, known.signal).then(() => 'late' as const);
	return await Promise.race([value, late]).finally(() => known.abort('known'));
}

/** Responds to autocomplete, with no suggestions for members without access. */
export async function suggest<Services>(
	handler: SlashHandler<Services> | undefined,
	asked: AskedTyping,
	responses: Responses,
	{ services, staffRoles }: AnswerFloor<Services>,
): Promise<void> {
	if (handler?.suggest === undefined) return;
	const isRefused = (await refusalOf(handler.access, asked, staffRoles)) !== undefined;
	await responses.suggest(isRefused ? [] : handler.suggest(asked, services));
}

async function send(
	as: 'reply' | 'update',
	content: Extract<Answer, { readonly content: unknown }>['content'],
	responses: Responses,
): Promise<void> {
	if (typeof content !== 'function') return await responses.show(as, content);
	await responses.defer(as);
	const outcome = await content((view) => responses.show(as, view));
	if (outcome === undefined) return;
	if (!('followUp' in outcome)) return await responses.show(as, outcome);
	if (outcome.view !== undefined) await responses.show(as, outcome.view);
	await responses.followUp(outcome.followUp);
}

/** Shows the notices that could not be sent to the member, below the answer if that has arrived. */
async function showNotices(
	{ userId, t }: Asked,
	responses: Responses,
	{ notices, discord, links }: Pick<Servers, 'notices' | 'discord' | 'links'>,
): Promise<void> {
	if (responses.isLost || !notices.hasFor(userId)) return;
	for await (const { guildId, notice } of notices.takeFor(userId)) {
		const serverName = discord.factsOf(guildId)?.name ?? '';
		const place = { guildId, serverName, links: links.known(guildId) };
		if (!(await responses.followUp(ephemeral(noticeView(t, notice, place))))) return;
	}
}

const outages = [StoreUnavailableError, HTTPError, RateLimitError];

/** True if the store is down or being changed, or Discord fails other requests too. */
function isOfOutage(error: unknown): boolean {
	return outages.some((outage) => error instanceof outage);
}

function kindOf(interaction: Interaction): ComponentKind | undefined {
	if (interaction.isModalSubmit()) return 'modal';
	return interaction.isMessageComponent() ? componentKinds[interaction.componentType] : undefined;
}

const componentKinds: Readonly<Partial<Record<ComponentType, ComponentKind>>> = {
	[ComponentType.Button]: 'button',
	[ComponentType.StringSelect]: 'select',
	[ComponentType.RoleSelect]: 'role-select',
	[ComponentType.ChannelSelect]: 'channel-select',
};

/** Buttons of a forwarded message were made for another channel. */
function isForwarded(interaction: Interaction): boolean {
	if (!interaction.isMessageComponent() && !interaction.isModalSubmit()) return false;
	const { message, channelId } = interaction;
	if (message === null) return false;
	return message.channelId !== channelId || message.reference?.type === MessageReferenceType.Forward;
}
