/** The generated package ships its zod schemas as plain JavaScript: these are the ones the stand-in uses. */
declare module 'discord-api-spec/zod' {
	import type { ZodMiniType } from 'zod/mini';

	export const ApplicationCommandCreateRequestSchema: ZodMiniType;
	export const ApplicationCommandPatchRequestPartialSchema: ZodMiniType;
	export const ApplicationCommandResponseSchema: ZodMiniType;
	export const ApplicationCommandUpdateRequestSchema: ZodMiniType;
	export const ApplicationCommandAutocompleteCallbackRequestSchema: ZodMiniType;
	export const CreateMessageInteractionCallbackRequestSchema: ZodMiniType;
	export const CreatePrivateChannelRequestSchema: ZodMiniType;
	export const CreateRoleRequestSchema: ZodMiniType;
	export const ErrorSchema: ZodMiniType;
	export const GatewayBotResponseSchema: ZodMiniType;
	export const GatewayResponseSchema: ZodMiniType;
	export const GuildChannelResponseSchema: ZodMiniType;
	export const GuildMemberResponseSchema: ZodMiniType;
	export const GuildResponseSchema: ZodMiniType;
	export const GuildRoleResponseSchema: ZodMiniType;
	export const IncomingWebhookRequestPartialSchema: ZodMiniType;
	export const IncomingWebhookUpdateRequestPartialSchema: ZodMiniType;
	export const InteractionResponseSchema: ZodMiniType;
	export const MessageCreateRequestSchema: ZodMiniType;
	export const MessageEditRequestPartialSchema: ZodMiniType;
	export const MessageResponseSchema: ZodMiniType;
	export const ModalInteractionCallbackRequestSchema: ZodMiniType;
	export const MyGuildResponseSchema: ZodMiniType;
	export const ThreadResponseSchema: ZodMiniType;
	export const PrivateApplicationResponseSchema: ZodMiniType;
	export const PrivateChannelResponseSchema: ZodMiniType;
	export const UpdateMessageInteractionCallbackRequestSchema: ZodMiniType;
	export const UserPIIResponseSchema: ZodMiniType;
	export const UserResponseSchema: ZodMiniType;
}
