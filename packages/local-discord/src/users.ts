import { UserResponseSchema } from 'discord-api-spec/zod';
import type { APIUser } from 'discord-api-types/v10';
import { apiError } from './api-error.js';
import type { SnowflakeFactory } from './snowflake.js';
import { conforming } from './spec.js';

/** A Discord account. */
export interface User {
	readonly id: string;
	readonly username: string;
	readonly displayName: string;
	readonly isBot: boolean;
	/** True if the person accepts direct messages from the servers they are in. */
	takesDirectMessages: boolean;
}

/** All users, whether or not they are in a server. */
export class UserDirectory {
	readonly #ids: SnowflakeFactory;
	readonly #users = new Map<string, User>();

	constructor(ids: SnowflakeFactory) {
		this.#ids = ids;
	}

	/** The user with this id, created if there is none yet. */
	ensure(options: { readonly id?: string; readonly name?: string; readonly isBot?: boolean }): User {
		const id = options.id ?? this.#ids.next();
		const existing = this.#users.get(id);
		if (existing !== undefined) return existing;
		const displayName = options.name ?? `Member ${id.slice(-4)}`;
		const user: User = {
			id,
			username: options.isBot ? displayName : displayName.toLowerCase().replace(/[^a-z0-9_.]/g, '_'),
			displayName,
			isBot: options.isBot ?? false,
			takesDirectMessages: true,
		};
		this.#users.set(id, user);
		return user;
	}

	/** The user with this id; undefined if there is none. */
	find(id: string): User | undefined {
		return this.#users.get(id);
	}

	/** Throws ApiError 10013 if there is none. */
	get(id: string): User {
		const user = this.#users.get(id);
		if (user === undefined) throw apiError('unknownUser');
		return user;
	}
}

export function userPayload(user: User): APIUser {
	return conforming(
		UserResponseSchema,
		{
			id: user.id,
			username: user.username,
			global_name: user.isBot ? null : user.displayName,
			discriminator: user.isBot ? '0001' : '0',
			avatar: null,
			public_flags: 0,
			flags: 0,
			bot: user.isBot,
			primary_guild: null,
		},
		'user',
	);
}
