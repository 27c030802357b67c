/** Every route that the stand-in implements, named as in Discord's own documentation. */
export type RouteKey =
	| 'GET /gateway'
	| 'GET /gateway/bot'
	| 'GET /applications/@me'
	| 'PATCH /applications/@me'
	| 'GET /users/@me'
	| 'GET /users/@me/guilds'
	| 'DELETE /users/@me/guilds/{guild_id}'
	| 'POST /users/@me/channels'
	| 'GET /users/{user_id}'
	| 'GET /applications/{application_id}/commands'
	| 'PUT /applications/{application_id}/commands'
	| 'POST /applications/{application_id}/commands'
	| 'GET /applications/{application_id}/guilds/{guild_id}/commands'
	| 'PUT /applications/{application_id}/guilds/{guild_id}/commands'
	| 'POST /applications/{application_id}/guilds/{guild_id}/commands'
	| 'GET /applications/{application_id}/guilds/{guild_id}/commands/permissions'
	| 'POST /interactions/{interaction_id}/{interaction_token}/callback'
	| 'POST /webhooks/{application_id}/{interaction_token}'
	| 'GET /webhooks/{application_id}/{interaction_token}/messages/{message_id}'
	| 'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}'
	| 'DELETE /webhooks/{application_id}/{interaction_token}/messages/{message_id}'
	| 'GET /guilds/{guild_id}'
	| 'GET /guilds/{guild_id}/roles'
	| 'POST /guilds/{guild_id}/roles'
	| 'GET /guilds/{guild_id}/roles/member-counts'
	| 'GET /guilds/{guild_id}/onboarding'
	| 'GET /guilds/{guild_id}/channels'
	| 'GET /guilds/{guild_id}/members'
	| 'GET /guilds/{guild_id}/members/{user_id}'
	| 'PUT /guilds/{guild_id}/members/{user_id}/roles/{role_id}'
	| 'DELETE /guilds/{guild_id}/members/{user_id}/roles/{role_id}'
	| 'GET /channels/{channel_id}'
	| 'POST /channels/{channel_id}/messages'
	| 'GET /channels/{channel_id}/messages'
	| 'GET /channels/{channel_id}/messages/{message_id}'
	| 'PATCH /channels/{channel_id}/messages/{message_id}'
	| 'DELETE /channels/{channel_id}/messages/{message_id}';

export interface UploadedFile {
	readonly name: string;
	readonly contentType: string;
	readonly bytes: Uint8Array;
}

/** A request that has passed the network, the authorization and the rate limits. */
export interface RouteRequest {
	/** A part of the path, such as `guild_id`, decoded. */
	param(name: string): string;
	readonly query: URLSearchParams;
	/** The `Host` header: the name under which the client has called this Discord. */
	readonly host: string | undefined;
	/** The JSON body, or `payload_json` of a multipart one; undefined without any. */
	readonly body: unknown;
	/** Multipart files by the number in their `files[n]`. */
	readonly files: ReadonlyMap<string, UploadedFile>;
	/** `X-Audit-Log-Reason`, decoded. */
	readonly reason: string | undefined;
}

/** Responds with a body; undefined becomes a 204, without a content type by which a client would try to parse it. */
export type Handler = (request: RouteRequest) => unknown;

/** Throw ApiError to refuse. */
export type Routes = Readonly<Partial<Record<RouteKey, Handler>>>;

/** The query parameters that each route supports. */
export const supportedQuery: Readonly<Partial<Record<RouteKey, readonly string[]>>> = {
	'GET /users/@me/guilds': ['after', 'limit', 'with_counts'],
	'GET /applications/{application_id}/commands': ['with_localizations'],
	'GET /applications/{application_id}/guilds/{guild_id}/commands': ['with_localizations'],
	'POST /interactions/{interaction_id}/{interaction_token}/callback': ['with_response'],
	// A follow-up always waits, and may always have components.
	'POST /webhooks/{application_id}/{interaction_token}': ['wait', 'with_components'],
	'PATCH /webhooks/{application_id}/{interaction_token}/messages/{message_id}': ['with_components'],
	'GET /guilds/{guild_id}': ['with_counts'],
	'GET /guilds/{guild_id}/members': ['limit', 'after'],
	'GET /channels/{channel_id}/messages': ['limit', 'before', 'after'],
};

/**
 * True for interaction callbacks and webhooks, which the token in the path authorizes. They don't count toward the
 * bot's 50 requests a second, unless they carry the bot's token.
 */
export function isOfInteraction(key: RouteKey): boolean {
	return /^\w+ \/(interactions|webhooks)\//.test(key);
}
