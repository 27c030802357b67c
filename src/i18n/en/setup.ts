export const setup = {
	'setup.title': '## Set up this server\nEach choice is saved at once.',
	'setup.buyer': '**Buyer role** · everyone with a verified purchase gets it',
	'setup.supported': '**Supported role** · held while at least one purchase has support (optional)',
	'setup.audit': '**Audit channel** · where your staff reads who verified and what went wrong (optional)',
	'setup.more':
		'**More roles** · for single items, categories or licence types (optional): {count, plural, =0 {none yet} other {{count, number}}}',
	'setup.moreTroubles': '❌ Some of these roles do not work: see *More roles*.',
	'setup.former': '-# A role that you replace or remove here stays with the members who have it.',
	'setup.chooseRole': 'Choose a role',
	'setup.chooseChannel': 'Choose a channel',
	'setup.moreButton': 'More roles',
	'setup.again': 'Check again',
	'setup.unavailable':
		'⚠️ Discord tells nothing about this server right now, so nothing was saved. Please try again later.',
	'setup.missing': '⛔ The role `{roleId}` was not saved: it does not exist any more.',
	'setup.everyone': '⛔ <@&{roleId}> was not saved: everybody has it already.',
	'setup.managed':
		'⛔ <@&{roleId}> was not saved: it belongs to a bot or an integration, and nobody can give it.',
	'setup.rules.title': '## Roles for items, categories and licence types',
	'setup.rules.how':
		'Add one with `/setup item`, `/setup category` or `/setup licence`. A purchase gives every role that fits it, besides the buyer role.',
	'setup.rules.none': 'There are none yet.',
	'setup.rules.page': '-# Page {page, number} of {pages, number}',
	'setup.rules.subject': '{kind, select, item {Item} category {Category} other {Licence}} **{name}**',
	'setup.rules.option': '{kind, select, item {Item} category {Category} other {Licence}}: {name}',
	'setup.rules.remove': 'Remove one of these',
	'setup.rules.back': '‹ Back',
	'setup.rules.previous': 'Previous',
	'setup.rules.next': 'Next',
	'setup.rules.saved': '✅ {subject}: buyers now get <@&{roleId}>.',
	'setup.rules.unseenLicence':
		'-# No purchase with this licence type has been seen yet. It has to be spelled as the marketplace spells it.',
	'setup.rules.unknownCategory': 'No item has this category. Start typing and pick one from the list.',
	'setup.rules.licenceIsCode':
		'That looks like a purchase code, so I did not save it. A license type is a name such as `regular` or `extended`.',
} as const;
