import {
	ComponentType,
	HTTPError,
	type Interaction,
	InteractionContextType,
	InteractionType,
	Locale,
	MessageReferenceType,
	RateLimitError,
	type RepliableInteraction,
} from 'discord.js';
import { z } from 'zod';
import type { Clock } from '../../base/clock.js';
import { AppError, SecretChangedError, StoreUnavailableError } from '../../base/errors.js';
import type { Logger } from '../../base/logger.js';
import type { Measures } from '../../base/measures.js';
import { GatheredLines } from '../../base/time/log-lines.js';
import type { Translator } from '../../i18n/translator.js';
import { failureReason } from '../../operate/failure-reason.js';
import type { ServedGuilds } from '../../servers/served-guilds.js';
import type { LinksOfServers } from '../../servers/server-links.js';
import type { References } from '../../services/moderation/references.js';
import { customIdName } from '../../ui/custom-id.js';
import { ephemeral, type MessageView } from '../../ui/message.js';
import { errorView, notMemberView, outdatedComponentView, refusalView } from '../../ui/refusal.js';
import { hasArrived } from '../guilds/has-arrived.js';
import type { DuplicateBotAlarm } from '../lifecycle/duplicate-bot-alarm.js';
import type { UnservedGuilds } from '../lifecycle/unserved-guilds.js';
import type { Answering } from './answering.js';
import { type Asked, askedDirectly, askedInGuild, OtherVersionError } from './asked.js';
import type { ComponentHandler, ComponentKind } from './handler.js';
import { type Answerable, AnsweredElsewhere, type Calling, Responses } from './responses.js';
import type { SlashCommand, UserCommand } from './slash-command.js';

export interface DispatcherDependencies<Services> {
	readonly commands: readonly SlashCommand<Services>[];
	readonly userCommands: readonly UserCommand<Services>[];
	readonly components: readonly ComponentHandler<Services>[];
	readonly answering: Answering<Services>;
	/** Reads memory only: the answer to a failure must not wait for the store. */
	readonly links: Pick<LinksOfServers, 'known'>;
	readonly logger: Logger;
	readonly served: Pick<ServedGuilds, 'ids' | 'serves'> & {
		isServedByAnother(guildId: string): boolean;
	};
	readonly unserved: Pick<UnservedGuilds, 'note'>;
	readonly duplicateAlarm: Pick<DuplicateBotAlarm, 'note'>;
	/** Issues the reference that links a member's error message to the log. */
	readonly references: Pick<References, 'issue'>;
	readonly metrics: Pick<Measures, 'interactions' | 'durations'>;
	/** Interactions in flight; shared with components that batch more under load. */
	readonly inFlight: Set<Promise<void>>;
	readonly calling: Calling;
	readonly clock: Clock;
}

const unknownCommand = (t: Translator) => refusalView(t, 'unknownCommand');

/** Finds the handler for each interaction, sends its answer, and reports failures. Never rejects. */
export class Dispatcher<Services> {
	readonly #dependencies: DispatcherDependencies<Services>;
	readonly #commands: ReadonlyMap<string, SlashCommand<Services>>;
	readonly #userCommands: ReadonlyMap<string, UserCommand<Services>>;
	readonly #components: ReadonlyMap<string, ComponentHandler<Services>>;
	readonly #failures: GatheredLines;
	#draining = false;
	#isSecretChanged = false;

	constructor(dependencies: DispatcherDependencies<Services>) {
		this.#dependencies = dependencies;
		this.#failures = new GatheredLines(dependencies.logger, dependencies.clock);
		this.#commands = new Map(dependencies.commands.map((command) => [command.data.name, command]));
		this.#userCommands = new Map(dependencies.userCommands.map((command) => [command.data.name, command]));
		this.#components = new Map(dependencies.components.map((it) => [`${it.kind}:${it.name}`, it]));
	}

	handle(interaction: Interaction): void {
		if (this.#draining) return;
		this.#follow(this.#dispatch(interaction), (error) => {
			// The interaction may be malformed, so we may not even know whom to answer.
			this.#dependencies.logger.error({ err: error }, 'An interaction could not be read');
		});
	}

	/** Responds to an interaction that discord.js could not parse, if its payload still contains its id and token. */
	handleUnreadable(payload: unknown): void {
		const { data: named } = unreadableInteraction.safeParse(payload);
		if (this.#draining || named === undefined) return;
		const { guild_id: guildId, locale } = named;
		if (guildId !== null && this.#dependencies.served.isServedByAnother(guildId)) return;
		this.#dependencies.metrics.interactions.inc({ name: 'unreadable', result: 'error' });
		const view = errorView(this.#dependencies.answering.translator(locale, guildId), 'UNEXPECTED', undefined);
		const { id, token, application_id: applicationId } = named;
		const { logger } = this.#dependencies;
		const responses = this.#responses({ id, token, applicationId, locale }, 'unreadable', logger);
		this.#follow(responses.reply(ephemeral(view)), (error) => {
			this.#dependencies.logger.debug({ err: error }, 'An unreadable interaction could not be responded to');
		});
	}

	#responses(interaction: Answerable, name: string, logger: Logger): Responses {
		const { calling, metrics } = this.#dependencies;
		return new Responses({ ...calling, metrics, failures: this.#failures, name, logger }, interaction);
	}

	#follow(answering: Promise<void>, onFailure: (error: unknown) => void): void {
		const { inFlight } = this.#dependencies;
		const work = answering.catch(onFailure).finally(() => inFlight.delete(work));
		inFlight.add(work);
	}

	/** Accepts nothing new, and resolves when the interactions in flight have been answered. */
	async drain(): Promise<void> {
		this.#draining = true;
		await Promise.allSettled(this.#dependencies.inFlight);
		this.#failures.stop();
	}

	async #dispatch(interaction: Interaction): Promise<void> {
		const dependencies = this.#dependencies;
		const name = this.#nameOf(interaction);
		const count = (result: string) => dependencies.metrics.interactions.inc({ name, result });
		const guildId = interaction.guildId ?? this.#directServerOf(interaction) ?? null;
		if (guildId !== null && dependencies.served.isServedByAnother(guildId)) {
			count('elsewhere');
			return;
		}
		const { id, guildId: from, user } = interaction;
		const fields = { interactionId: id, interaction: name, guildId: from, userId: user.id };
		const logger = dependencies.logger.child(fields);
		const responses = this.#responses(interaction, name, logger);
		const fail = async (viewOf: (t: Translator) => MessageView) => {
			if (!interaction.isRepliable()) return;
			await responses.fail(viewOf(dependencies.answering.translator(interaction.locale, from)));
		};
		try {
			await this.#run(interaction, responses);
			responses.took('answer');
			count('ok');
		} catch (error) {
			if (error instanceof AnsweredElsewhere) {
				logger.debug('Another process has already responded to this interaction');
				count('elsewhere');
				dependencies.duplicateAlarm.note();
				return;
			}
			if (error instanceof OtherVersionError) {
				logger.info({ err: error }, 'An interaction of another version of this bot');
				count('ok');
				return await fail(interaction.isCommand() ? unknownCommand : outdatedComponentView);
			}
			if (error instanceof SecretChangedError) {
				// Planned by the operator: one log line is enough, and staff have nothing to look up.
				if (!this.#isSecretChanged)
					dependencies.logger.warn(
						{ err: error },
						'CLAIM_SECRET is being changed: members try again later, once the bot was restarted with the new one',
					);
				this.#isSecretChanged = true;
				count('ok');
				return await fail((t) => errorView(t, error.code, undefined));
			}
			count('error');
			const code = error instanceof AppError ? error.code : 'UNEXPECTED';
			const reference = await dependencies.references.issue({
				...(guildId !== null && { guildId }),
				userId: interaction.user.id,
				why: code.toLowerCase().replaceAll('_', '-'),
			});
			// An outage has its own line; this one links the member's reference to it.
			if (isOfOutage(error)) {
				const reason = failureReason(error);
				this.#failures.note(logger, 'An interaction failed', { reason, reference });
			} else logger.error({ err: error, reference }, 'An interaction failed');
			const place = guildId === null ? undefined : { guildId, links: dependencies.links.known(guildId) };
			await fail((t) => errorView(t, code, reference, place));
		}
	}

	/** Name for logs and metrics. All foreign ids share one name, because clients can make up any number of them. */
	#nameOf(interaction: Interaction): string {
		if (interaction.isCommand() || interaction.isAutocomplete()) {
			const { commandName } = interaction;
			const isOwn = this.#commands.has(commandName) || this.#userCommands.has(commandName);
			return isOwn ? `/${commandName}` : 'foreign';
		}
		if (interaction.isMessageComponent() || interaction.isModalSubmit()) {
			const name = customIdName(interaction.customId);
			return this.#dependencies.components.find((it) => it.name === name)?.name ?? 'foreign';
		}
		return 'unknown';
	}

	async #run(interaction: Interaction, responses: Responses): Promise<void> {
		const { answering, served, unserved } = this.#dependencies;
		const { guildId, locale, applicationId } = interaction;
		if (interaction.isAutocomplete()) {
			const command = this.#commands.get(interaction.commandName);
			if (command === undefined || !interaction.inCachedGuild()) return;
			if (!served.serves(interaction.guildId) || !hasArrived(interaction.guild)) return;
			const asked = askedInGuild(interaction, this.#languages(interaction));
			return await answering.suggest(command, asked, interaction.options.getFocused(true), responses);
		}
		if (!interaction.isRepliable()) return;
		const respond = (viewOf: (t: Translator) => MessageView) =>
			responses.reply(ephemeral(viewOf(answering.translator(locale, guildId))));
		if (!interaction.inCachedGuild()) {
			if (await this.#answerDirect(interaction, responses)) return;
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
		const asked = askedInGuild(interaction, this.#languages(interaction));
		if (interaction.isChatInputCommand()) {
			const command = this.#commands.get(interaction.commandName);
			if (command === undefined) return await respond(unknownCommand);
			return await answering.command(command, asked, responses);
		}
		const handler = interaction.isUserContextMenuCommand()
			? this.#userCommands.get(interaction.commandName)?.handler
			: this.#component(interaction);
		if (handler !== undefined) return await answering.answer(handler, asked, responses);
		await respond(interaction.isCommand() ? unknownCommand : outdatedComponentView);
	}

	#languages({ locale, guildId, guildLocale }: Interaction): Pick<Asked, 't' | 'guildT'> {
		const { answering } = this.#dependencies;
		return {
			t: answering.translator(locale, guildId),
			guildT: answering.translator(guildLocale ?? locale, guildId),
		};
	}

	/** The server named in the custom_id of a component in a direct message. */
	#directServerOf(interaction: Interaction): string | undefined {
		if (interaction.guildId !== null || interaction.context !== InteractionContextType.BotDM)
			return undefined;
		if (!interaction.isButton() && !interaction.isModalSubmit()) return undefined;
		return this.#component(interaction)?.serverOf?.(interaction.customId);
	}

	/**
	 * Answers components in direct messages on behalf of the server they name.
	 * @returns false if the interaction is something else
	 */
	async #answerDirect(interaction: RepliableInteraction, responses: Responses): Promise<boolean> {
		const { answering, served } = this.#dependencies;
		const guildId = this.#directServerOf(interaction);
		const guild = interaction.client.guilds.cache.get(guildId ?? '');
		const handler = this.#component(interaction);
		if (guildId === undefined || guild === undefined || handler === undefined) return false;
		if (!served.serves(guildId) || isForwarded(interaction)) return false;
		const t = answering.translator(interaction.locale, guildId);
		const guildT = answering.translator(guild.preferredLocale, guildId);
		await answering.answer(handler, askedDirectly(interaction, guildId, { t, guildT }), responses);
		return true;
	}

	/** @returns undefined if the interaction is no component or form that this version knows */
	#component(interaction: Interaction): ComponentHandler<Services> | undefined {
		const kind = kindOf(interaction);
		if (kind === undefined || !('customId' in interaction)) return undefined;
		return this.#components.get(`${kind}:${customIdName(interaction.customId) ?? ''}`);
	}
}

/** True if the store is down, or Discord fails other requests too. */
function isOfOutage(error: unknown): boolean {
	return (
		error instanceof StoreUnavailableError || error instanceof HTTPError || error instanceof RateLimitError
	);
}

function kindOf(interaction: Interaction): ComponentKind | undefined {
	if (interaction.isModalSubmit()) return 'modal';
	return interaction.isMessageComponent() ? componentKinds[interaction.componentType] : undefined;
}

const componentKinds: Readonly<Partial<Record<ComponentType, ComponentKind>>> = {
	[ComponentType.Button]: 'button',
	[ComponentType.StringSelect]: 'select',
	[ComponentType.RoleSelect]: 'role-select',
	[ComponentType.UserSelect]: 'user-select',
	[ComponentType.ChannelSelect]: 'channel-select',
};

/** Buttons of a forwarded message were made for another channel. */
function isForwarded(interaction: Interaction): boolean {
	if (!interaction.isMessageComponent() && !interaction.isModalSubmit()) return false;
	const { message, channelId } = interaction;
	if (message === null) return false;
	return message.channelId !== channelId || message.reference?.type === MessageReferenceType.Forward;
}

const snowflake = z.string().regex(/^\d{17,20}$/);

/** The minimum needed to respond to an interaction that can't be read. Autocomplete accepts no message. */
const unreadableInteraction = z.object({
	id: snowflake,
	application_id: snowflake,
	token: z.string().regex(/^[\w.=-]+$/),
	type: z.literal([
		InteractionType.ApplicationCommand,
		InteractionType.MessageComponent,
		InteractionType.ModalSubmit,
	]),
	guild_id: snowflake.nullable().catch(null),
	locale: z.enum(Locale).catch(Locale.EnglishUS),
});
