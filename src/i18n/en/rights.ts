export const rights = {
	'setup.takes.management':
		'⛔ Not saved: this takes the permissions **Manage Server** and **Manage Roles** in the server.',
	'setup.takes.administrator': '⛔ Not saved: staff roles are chosen by an administrator.',
	'setup.refused.out-of-reach': '⛔ <@&{roleId}> was not saved: it isn’t below your highest role.',
	'setup.refused.administrator': '⛔ <@&{roleId}> was not saved: it is an administrator role.',
	'setup.refused.is-staff':
		'⛔ <@&{roleId}> was not saved: it is a staff role, and purchases never give one.',
	'setup.refused.is-given':
		'⛔ <@&{roleId}> was not saved: purchases give it, so every buyer would be staff.',
	'setup.refused.self-chosen': '⛔ <@&{roleId}> was not saved: members can give it to themselves.',
	'setup.unusableChannel': '⛔ Not saved: this is no channel of this server that takes messages.',
	'setup.tooManyRules': '⛔ Not saved: there are {most, number} such roles already. Remove one first.',
	'setup.staff':
		'**Staff roles** · may look after purchases without Manage Roles; an administrator chooses them (optional)',
	'setup.staffHow': '-# Let these roles see the commands too: Server Settings → Integrations → this bot.',
	'setup.lookAtPowers': 'Look at its powers',
	'setup.confirm.powers':
		'⚠️ Every buyer would get: {powers}\nRemove that from {role} in Server Settings → Roles.',
	'setup.confirm.channels': '⚠️ Buyers would see {channels}',
	'setup.confirm.holders':
		'⚠️ {count, plural, one {# member already has} other {# members already have}} {role}. From now on purchases decide: who verifies here and has no purchase for it loses it.',
	'setup.confirm.someHolders':
		'⚠️ Some members may already have {role}. From now on purchases decide: who verifies here and has no purchase for it loses it.',
	'setup.confirm.openChannel':
		'⚠️ Everyone in the server can read {channel}: who verified what, and what the staff did.',
	'setup.confirm.use': 'Use it anyway',
	'setup.confirm.another': 'Choose another',
	'audit.trouble.role-powerful':
		'{role} hands out power over the server, and nobody confirmed that. Remove its permissions in Server Settings → Roles, or confirm them in `/setup server`.',
	'audit.setup.powers': 'the permissions of <@&{roleId}> are confirmed',
	'audit.setup.staffRoles': 'the staff roles are now {roles}',
	'audit.setup.noStaffRoles': 'there are no staff roles any more',
	'finding.staffRole.says':
		'{role} makes nobody staff: it’s gone, belongs to an app, or everybody can get it.',
	'panel.mayNotPost': '⛔ You can’t write with embeds in {channel}, so I don’t post there for you.',
	'panel.limited': '⏳ Panels have been changed often in this server. Try again {when}.',
	'audit.accountOpened': '🔑 <@{userId}> opened the shop account',
	'finding.staffCommands.says': '{role} is a staff role and can’t see these commands: {commands}.',
	'finding.hiddenCommands.says': 'Members with {role} can’t see these commands: {commands}.',
	'finding.allowCommands': 'Allow them under Server Settings → Integrations → this bot.',
} as const;
