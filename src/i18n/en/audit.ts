export const audit = {
	'audit.verified': '✅ <@{userId}> verified {purchase}',
	'audit.returned': '🔁 <@{userId}> came back with {purchase}',
	'audit.verifiedMany': '✅ {count, plural, one {# member} other {# members}} verified: {items}',
	'audit.purchase': '**{item}** ({licence})',
	'audit.purchaseWithoutLicence': '**{item}**',
	'audit.refused': '⛔ <@{userId}> was not verified: {reason} · reference `{reference}`',
	'audit.refused.invalid': 'the marketplace does not know the code',
	'audit.refused.taken': 'the code belongs to another member',
	'audit.refused.uncheckable': 'the marketplace could not be asked',
	'audit.refusedMany': '⛔ {count, number} refused',
	'audit.limit.member': '🛑 <@{userId}> sent too many wrong codes and has to wait',
	'audit.limit.guild':
		'🛑 Too many wrong codes in this server, the last from <@{userId}>: whoever has sent one waits for some minutes',
	'audit.limit.lookup': '🛑 <@{userId}> looked up many codes that nobody here has verified, and has to wait',
	'audit.rolesBlocked':
		'⚠️ Roles cannot be given: {trouble} The claims are recorded, and the roles follow by themselves.',
	'audit.revoked': '↩️ The purchase of **{item}** by <@{userId}> is no longer valid, and its roles go',
	'audit.reinstated': '✅ The purchase of **{item}** by <@{userId}> is valid again, and its roles come back',
	'audit.renewed': '✅ <@{userId}> renewed support of **{item}**',
	'audit.endedHere':
		'🔓 The purchase of **{item}** by <@{userId}> no longer counts in this server; its roles are being removed',
	'audit.revokingStopped':
		'⚠️ More than {limit} purchases turned invalid today. That looks like an outage or a changed key, so no more are taken back today. Please check the marketplace.',
	'audit.setup': '⚙️ <@{userId}> changed the set-up: {change}',
	'audit.setup.buyerRole': 'the buyer role is now <@&{roleId}>',
	'audit.setup.supportedRole': 'the supported role is now <@&{roleId}>',
	'audit.setup.noSupportedRole': 'there is no supported role any more',
	'audit.setup.auditChannel': 'the audit channel is now <#{channelId}>',
	'audit.setup.noAuditChannel': 'there is no audit channel any more',
	'audit.setup.rule':
		'buyers of the {kind, select, item {item} category {category} other {licence type}} **{subject}** now get <@&{roleId}>',
	'audit.setup.noRule':
		'there is no role for the {kind, select, item {item} category {category} other {licence type}} **{subject}** any more',
	'audit.badKey':
		'⚠️ The marketplace does not accept the API key as an author’s. Nobody can verify until MARKETPLACE_API_KEY is right and the bot is restarted.',
	'audit.answeredElsewhere':
		'⚠️ Another bot with this token answers too. If you did not start a second one, somebody has the token: make a new one on the Bot page of the application.',
	'audit.emptyStore':
		'⚠️ The database is empty, though the commands were registered already. At a first start that is right. If the bot was in use before, stop it and check DATABASE_URL: every code counts as new.',
	'audit.otherAccount':
		'⚠️ The API key now belongs to another account of the shop: **{seen}**, not **{known}**. No code is checked and nothing is revoked until whoever runs the bot confirms the new account with `npm run claims -- confirm-account`, or sets the right `MARKETPLACE_API_KEY`.',
	'audit.clockOff':
		'⚠️ The clock of the bot’s machine is off by {minutes, plural, one {# minute} other {# minutes}}. Nothing is revoked and no kept seat is freed until it is right again: please have the time synchronized there.',
	'audit.theRole': 'the role',
	'audit.trouble.missing-permission': 'I need the permission **Manage Roles** for {role}.',
	'audit.trouble.role-too-high':
		'{role} is above my own role. Drag my role above it in Server Settings → Roles.',
	'audit.trouble.no-buyer-role': 'no buyer role is set up. Please set another one.',
	'audit.trouble.role-missing': 'the role `{roleId}` does not exist in this server. Please set another one.',
	'audit.trouble.role-not-assignable':
		'{role} belongs to an integration, and nobody can give it. Please set another one.',
	'audit.trouble.refused':
		'Discord refuses {role} and names no reason. If a proxy stands between the bot and Discord, check it.',
	'audit.trouble.guild-gone': 'I am not in the server any more. Please invite me again.',
} as const;
