import type { audit as english } from '../en/audit.js';

export const audit = {
	'audit.verified': '✅ <@{userId}> a vérifié {purchase}',
	'audit.returned': '🔁 <@{userId}> est de retour avec {purchase}',
	'audit.verifiedMany':
		'✅ {count, plural, one {# achat vérifié} many {# achats vérifiés} other {# achats vérifiés}} : {items}',
	'audit.purchase': '**{item}** ({licence})',
	'audit.purchaseWithoutLicence': '**{item}**',
	'audit.refused': '⛔ Achat de <@{userId}> non vérifié : {reason} · référence `{reference}`',
	'audit.refused.invalid': 'la marketplace ne connaît pas le code',
	'audit.refused.taken': 'le code appartient à un autre membre',
	'audit.refused.uncheckable': 'la marketplace n’a pas pu être interrogée',
	'audit.refusedMany': '⛔ Refus : {count, number}',
	'audit.limit.member': '🛑 <@{userId}> a envoyé trop de codes erronés et doit patienter',
	'audit.limit.guild':
		'🛑 Trop de codes erronés sur ce serveur, le dernier de <@{userId}>\u00a0: qui en a envoyé un attend quelques minutes',
	'audit.limit.lookup':
		'🛑 <@{userId}> a cherché beaucoup de codes que personne n’a fait vérifier ici, et doit attendre',
	'audit.rolesBlocked':
		'⚠️ Les rôles ne peuvent pas être donnés : {trouble} Les achats sont enregistrés et les rôles suivront tout seuls.',
	'audit.revoked': '↩️ L’achat de **{item}** par <@{userId}> n’est plus valable, ses rôles sont retirés',
	'audit.reinstated': '✅ L’achat de **{item}** par <@{userId}> est de nouveau valable, ses rôles reviennent',
	'audit.renewed': '✅ <@{userId}> a renouvelé l’assistance de **{item}**',
	'audit.endedHere':
		'🔓 L’achat de **{item}** par <@{userId}> ne compte plus sur ce serveur, ses rôles sont retirés',
	'audit.revokingStopped':
		'⚠️ Plus de {limit} achats sont devenus invalides aujourd’hui. Cela ressemble à une panne ou à une clé modifiée, donc plus aucun ne sera retiré aujourd’hui. Vérifie la marketplace.',
	'audit.setup': '⚙️ <@{userId}> a modifié la configuration : {change}',
	'audit.setup.buyerRole': 'le rôle d’acheteur est maintenant <@&{roleId}>',
	'audit.setup.supportedRole': 'le rôle avec assistance est maintenant <@&{roleId}>',
	'audit.setup.noSupportedRole': 'il n’y a plus de rôle avec assistance',
	'audit.setup.auditChannel': 'le salon d’audit est maintenant <#{channelId}>',
	'audit.setup.noAuditChannel': 'il n’y a plus de salon d’audit',
	'audit.setup.rule':
		'les acheteurs {kind, select, item {du produit} category {de la catégorie} other {du type de licence}} **{subject}** reçoivent maintenant <@&{roleId}>',
	'audit.setup.noRule':
		'il n’y a plus de rôle pour {kind, select, item {le produit} category {la catégorie} other {le type de licence}} **{subject}**',
	'audit.badKey':
		'⚠️ La marketplace n’accepte pas la clé API comme celle d’un auteur. Personne ne peut se vérifier tant que MARKETPLACE_API_KEY n’est pas correcte et le bot redémarré.',
	'audit.answeredElsewhere':
		'⚠️ Un autre bot avec ce jeton répond aussi. Si tu n’en as pas lancé un second, quelqu’un a le jeton : crées-en un nouveau sur la page Bot de l’application.',
	'audit.emptyStore':
		'⚠️ La base de données est vide alors que les commandes étaient déjà enregistrées. Au premier démarrage, c’est normal. Si le bot a déjà servi, arrête-le et vérifie DATABASE_URL : chaque code compte comme nouveau.',
	'audit.otherAccount':
		'⚠️ La clé API appartient maintenant à un autre compte de la marketplace\u00a0: **{seen}**, et non **{known}**. Aucun code n’est contrôlé et rien n’est révoqué tant que la personne qui gère le bot n’a pas confirmé le nouveau compte avec `npm run claims -- confirm-account` ou rétabli la bonne `MARKETPLACE_API_KEY`.',
	'audit.clockOff':
		'⚠️ L’horloge de la machine du bot est décalée de {minutes, plural, one {# minute} other {# minutes}}. Rien n’est révoqué et aucune place gardée n’est libérée avant qu’elle soit juste\u00a0: fais-y synchroniser l’heure.',
	'audit.theRole': 'le rôle',
	'audit.trouble.missing-permission': 'J’ai besoin de la permission **Gérer les rôles** pour {role}.',
	'audit.trouble.role-too-high':
		'{role} est au-dessus de mon propre rôle. Fais glisser mon rôle au-dessus dans Paramètres du serveur → Rôles.',
	'audit.trouble.no-buyer-role': 'aucun rôle d’acheteur n’est configuré. Choisis-en un.',
	'audit.trouble.role-missing': 'le rôle `{roleId}` n’existe pas sur ce serveur. Choisis-en un autre.',
	'audit.trouble.role-not-assignable':
		'{role} appartient à une intégration et personne ne peut le donner. Choisis-en un autre.',
	'audit.trouble.refused':
		'Discord refuse {role} sans donner de raison. S’il y a un proxy entre le bot et Discord, vérifie-le.',
	'audit.trouble.guild-gone': 'Je ne suis plus sur le serveur. Invite-moi de nouveau.',
} satisfies Record<keyof typeof english, string>;
