import {
	ComponentType,
	HTTPError,
	type Interaction,
	InteractionContextType,
	MessageReferenceType,
	RateLimitError,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { AppError, SecretChangedError, StoreUnavailableError } from '../../base/errors.js';
import type { Logger } from '../../base/logger.js';
import type { Measures } from '../../base/measures.js';
import { GatheredLines } from '../../base/time/gathered-lines.js';
import { failureReason } from '../../dependencies/failure-reason.js';
import type { ServedGuilds } from '../../guilds/served-guilds.js';
import type { LinksOfServers } from '../../guilds/server-links.js';
import type { References } from '../../moderation/references/references.js';
import { customIdName } from '../../views/custom-ids/custom-id.js';
import { errorView } from '../../views/interactions/error-view.js';
import {
	guildOnlyView,
	notMemberView,
	otherGuildView,
	outdatedComponentView,
	startingView,
	unknownCommandView,
} from '../../views/interactions/refusal-view.js';
import { ephemeral, type MessageView } from '../../views/kit/message.js';
import { hasArrived } from '../guilds/has-arrived.js';
import type { DuplicateBotAlarm } from '../lifecycle/duplicate-bot-alarm.js';
import type { UnservedGuilds } from '../lifecycle/unserved-guilds.js';
import { isOfAnotherVersion, sendFailure, unreadableInteraction } from './failed-interaction.js';
import type { ComponentHandler, ComponentInputs, Handler } from './handler.js';
import type { HandlerRunner } from './handler-runner.js';
import {
	answerable,
	autocompletePort,
	chatInputPort,
	componentPort,
	direct,
	modalPort,
	type Way,
} from './interaction-adapters.js';
import { InteractionCalls, type InteractionCallsParts } from './interaction-calls.js';
import type { Answerable } from './interaction-ports.js';
import { AnsweredElsewhere, ReliableAnswers } from './reliable-answers.js';
import type { SlashCommand, UserCommand } from './slash-command.js';

export interface DispatcherDependencies<Services> {
	readonly commands: readonly SlashCommand<Services>[];
	readonly userCommands: readonly UserCommand<Services>[];
	readonly components: readonly ComponentHandler<Services>[];
	readonly answering: HandlerRunner<Services>;
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
	readonly calling: InteractionCallsParts;
	readonly clock: Clock;
}

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
		const calls = new InteractionCalls(this.#dependencies.calling, { id, token, applicationId });
		this.#follow(calls.reply(ephemeral(view)), (error) => {
			this.#dependencies.logger.debug({ err: error }, 'An unreadable interaction could not be responded to');
		});
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
		const answers = new ReliableAnswers({ ...dependencies, name, failures: this.#failures, logger });
		const way = { calls: new InteractionCalls(dependencies.calling, interaction), answers };
		const t = () => dependencies.answering.translator(interaction.locale, interaction.guildId);
		try {
			await this.#run(interaction, way);
			answers.took('answer');
			count('ok');
		} catch (error) {
			if (error instanceof AnsweredElsewhere) {
				logger.debug('Another process has already responded to this interaction');
				count('elsewhere');
				dependencies.duplicateAlarm.note();
				return;
			}
			if (isOfAnotherVersion(error)) {
				logger.info({ err: error }, 'An interaction of another version of this bot');
				count('ok');
				const view = interaction.isCommand() ? unknownCommandView : outdatedComponentView;
				await sendFailure(interaction, way, () => view(t()), logger);
				return;
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
				await sendFailure(interaction, way, () => errorView(t(), error.code, undefined), logger);
				return;
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
			await sendFailure(interaction, way, () => errorView(t(), code, reference, place), logger);
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

	async #run(interaction: Interaction, way: Way): Promise<void> {
		const { answering, served } = this.#dependencies;
		const { calls, answers } = way;
		if (interaction.isAutocomplete()) {
			const command = this.#commands.get(interaction.commandName);
			if (command === undefined || !interaction.inCachedGuild()) return;
			if (!served.serves(interaction.guildId) || !hasArrived(interaction.guild)) return;
			await answers.first(() => answering.suggest(command, autocompletePort(interaction, calls)));
			return;
		}
		if (!interaction.isRepliable()) return;
		const t = answering.translator(interaction.locale, interaction.guildId);
		const respond = (view: MessageView) => answers.first(() => calls.reply(ephemeral(view)));
		if (!interaction.inCachedGuild()) {
			if (await this.#answerDirect(interaction, way)) return;
			const { guildId, applicationId } = interaction;
			if (guildId === null) return respond(guildOnlyView(t));
			// READY has named every guild that the bot is in: here only its commands were authorized.
			const isWanted = served.ids.length === 0 || served.serves(guildId);
			return respond(isWanted ? notMemberView(t, applicationId) : otherGuildView(t));
		}
		if (!served.serves(interaction.guildId)) {
			this.#dependencies.unserved.note(interaction.guildId);
			return respond(otherGuildView(t));
		}
		// The member's rights follow from the guild's roles.
		if (!hasArrived(interaction.guild)) return respond(startingView(t));

		if (isForwarded(interaction)) return respond(outdatedComponentView(t));
		if (interaction.isChatInputCommand()) {
			const command = this.#commands.get(interaction.commandName);
			if (command === undefined) return respond(unknownCommandView(t));
			return answering.command(command, chatInputPort(interaction, way));
		}
		if (interaction.isUserContextMenuCommand()) {
			const command = this.#userCommands.get(interaction.commandName);
			if (command === undefined) return respond(unknownCommandView(t));
			return answering.answer(command.handler, {
				...answerable(interaction, way),
				targetId: interaction.targetId,
			});
		}
		const isAnswered = await this.#answerComponent(interaction, answerable(interaction, way), way);
		if (!isAnswered) await respond(outdatedComponentView(t));
	}

	/** @returns false if there is no such component */
	async #answerComponent(interaction: Interaction, base: Answerable, way: Way): Promise<boolean> {
		const { answering } = this.#dependencies;
		if (interaction.isButton()) {
			const handler = this.#component('button', interaction.customId);
			if (handler === undefined) return false;
			await answering.answer(handler, componentPort(interaction, base, way));
		} else if (interaction.isAnySelectMenu() && !interaction.isMentionableSelectMenu()) {
			const handler = this.#component(selectKinds[interaction.componentType], interaction.customId);
			if (handler === undefined) return false;
			const { values } = interaction;
			await answering.answer(handler, { ...componentPort(interaction, base, way), values });
		} else if (interaction.isModalSubmit()) {
			const handler = this.#component('modal', interaction.customId);
			if (handler === undefined) return false;
			await answering.answer(handler, modalPort(interaction, base, way));
		} else return false;
		return true;
	}

	/** The server named in the custom_id of a component in a direct message. */
	#directServerOf(interaction: Interaction): string | undefined {
		if (interaction.guildId !== null || interaction.context !== InteractionContextType.BotDM)
			return undefined;
		if (!interaction.isButton() && !interaction.isModalSubmit()) return undefined;
		const kind = interaction.isButton() ? 'button' : 'modal';
		const name = customIdName(interaction.customId);
		const handler = this.#dependencies.components.find((it) => it.kind === kind && it.name === name);
		return handler?.serverOf?.(interaction.customId);
	}

	/**
	 * Answers components in direct messages on behalf of the server they name.
	 * @returns false if the interaction is something else
	 */
	async #answerDirect(interaction: Interaction, way: Way): Promise<boolean> {
		const guildId = this.#directServerOf(interaction);
		if (guildId === undefined || !this.#dependencies.served.serves(guildId)) return false;
		const guild = interaction.client.guilds.cache.get(guildId);
		if (guild === undefined || isForwarded(interaction) || !interaction.isRepliable()) return false;
		const place = { guildId, guildLocale: guild.preferredLocale };
		return await this.#answerComponent(interaction, direct(interaction, way, place), way);
	}

	#component<Kind extends keyof ComponentInputs>(
		kind: Kind,
		customId: string,
	): Handler<ComponentInputs[Kind], Services> | undefined {
		const handler = this.#components.get(`${kind}:${customIdName(customId) ?? ''}`);
		return handler as Handler<ComponentInputs[Kind], Services> | undefined;
	}
}

/** True if the store is down, or Discord fails other requests too. */
function isOfOutage(error: unknown): boolean {
	return (
		error instanceof StoreUnavailableError || error instanceof HTTPError || error instanceof RateLimitError
	);
}

const selectKinds = {
	[ComponentType.StringSelect]: 'select',
	[ComponentType.RoleSelect]: 'role-select',
	[ComponentType.UserSelect]: 'user-select',
	[ComponentType.ChannelSelect]: 'channel-select',
} as const;

/** Buttons of a forwarded message were made for another channel. */
function isForwarded(interaction: Interaction): boolean {
	if (!interaction.isMessageComponent() && !interaction.isModalSubmit()) return false;
	const { message, channelId } = interaction;
	if (message === null) return false;
	return message.channelId !== channelId || message.reference?.type === MessageReferenceType.Forward;
}
