/** A test's control over the gateway, and its view of it. */
export interface GatewayControls {
	/** How many clients are connected and logged in. */
	readonly clientCount: number;
	/** How many times a client has identified; resuming doesn't count. */
	readonly identifyCount: number;
	/** The rest of the day's 1,000 log-ins, as in `GET /gateway/bot`. One more has the bot's token reset. */
	readonly identifiesLeft: number;

	/**
	 * Allows `maxConcurrency` shards to log in within 5 s, each in a bucket of its own, as at Discord; others receive
	 * an invalid session. If undefined, as at first, no shard has to wait.
	 */
	limitIdentifies(maxConcurrency: number | undefined): void;

	/**
	 * Closes every connection with `code`, or only the connection of this number; 1006 breaks it without a word.
	 * Sessions stay resumable. Default 4000.
	 */
	drop(code?: number, number?: number): void;
	/** Asks every client to reconnect and resume (op 7). */
	requestReconnect(): void;
	/** Invalidates the session of every client (op 9). */
	invalidateSessions(isResumable: boolean): void;
	/** Forgets all sessions: clients have to identify again. */
	forgetSessions(): void;
	/** Closes the next `times` log-ins (default 1) with `code`, such as 4004 or 4014. */
	refuseIdentify(code: number, times?: number): void;
	/** Lets new clients wait for their hello, in milliseconds. */
	delayHello(ms: number): void;
	/** Switches the acknowledgement of heartbeats: without it, a client takes its connection for dead. */
	setAcknowledging(isOn: boolean): void;
	/** Switches whether new connections are accepted. */
	setReachable(isOn: boolean): void;
	/** Leaves a guild unavailable for clients that log in from now on, as in an outage. */
	withholdGuild(guildId: string): void;
	/** Begins an outage of a guild: connected clients are notified that it is unavailable. */
	loseGuild(guildId: string): void;
	/** Ends an outage: the guild arrives. */
	releaseGuild(guildId: string): void;
	/** Sends an event to each session whose intents hear of it, connected or not. */
	dispatch(
		event: string,
		data: unknown,
		about: { readonly guildId: string; readonly isBotMember?: boolean },
	): void;
}
