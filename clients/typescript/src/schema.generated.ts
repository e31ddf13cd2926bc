// Written by npm run generate from openapi.json. Do not edit.
export interface paths {
    readonly "/api/v1/countries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the countries
         * @description The countries whose registers are served, and those planned, by code.
         */
        readonly get: operations["listCountries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/entities": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Search company records
         * @description One page of the records that match all filters, sorted by name and then by id, unless `sort` says otherwise. With `mode=words` they are sorted by relevance, down to position 10,000. `total` is exact at any depth.
         */
        readonly get: operations["searchEntities"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/entities/facets": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Count company records by value
         * @description How many of the records that match all filters have each value, exactly. `values`, `other` and `missing` of a facet add up to `total`; but a record may have several activities, divisions and sections, and counts for each of them. An activity counts as many records as `activity` and `activityScheme` find with its `value` and `scheme`.
         */
        readonly get: operations["getEntityFacets"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/entities/suggest": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Suggest company records as one types
         * @description Records for what was typed so far: a number first, where it looks like one. For one word, then names that contain it. For several, names that begin with the text, then names, also other ones, with all words in any order. If there is none, words may have typing mistakes.
         */
        readonly get: operations["suggestEntities"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/entities/lookup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Look up many companies
         * @description Up to 100 companies by id, by LEI, or by country and number, answered in the order of the items and from one version of the data. Numbers are read as each register spells them, and as people write them. It costs a unit for each item, found or not; where the quota has fewer left, the request is refused as a whole.
         */
        readonly post: operations["lookUpEntities"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/match": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Match names with companies
         * @description Finds the companies that up to 50 names mean: misspelt, abbreviated, outdated or in another script. What else is known of a company helps to tell it from others. Each result has a score from 0 to 1, and the reasons for it. It costs a unit for each query; where the quota has fewer left, the request is refused as a whole.
         */
        readonly post: operations["matchCompanies"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/entities/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read one full record
         * @description All that is known of a company: normalized fields, typed national fields, the source fields without loss, registrations and provenance. With `asOf`, the record as we served it then, which says nothing of legal validity; a moment that is not over yet is refused.
         */
        readonly get: operations["getEntity"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/entities/{id}/history": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the history of a record
         * @description Every change of one record that is kept, newest first, with its provenance; also of a record that was removed.
         */
        readonly get: operations["getEntityHistory"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/entities/{id}/group": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the group of a company
         * @description Who is above a company and who is below it, as GLEIF publishes it: each with our record, or with LEI, name and country where it is in none of our registers. The children are paged.
         */
        readonly get: operations["getEntityGroup"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Follow the changes
         * @description What changed, over all registers, in the order in which it came to be served. A client that follows `nextCursor` sees every change exactly once. A page that says `hasMore` never changes. A page is one unit; with `include=entity` it is one for each 100 entries begun.
         */
        readonly get: operations["listChanges"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/snapshots": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the snapshots
         * @description Files with all records of a country, newest first. A snapshot and the changes after its `cursor` give the data of today. What is about natural persons is left out.
         */
        readonly get: operations["listSnapshots"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/snapshots/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Download a snapshot
         * @description The gzipped file: a line of JSON for each record, as `GET /api/v1/entities/{id}` has it in `data`. It costs the `units` of the list. A download that broke off goes on with `Range`: a part costs its share of the units, at least one.
         */
        readonly get: operations["downloadSnapshot"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/registers": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the registers and how fresh they are
         * @description The registers that are served, which file each was imported from and when, and those planned, by country.
         */
        readonly get: operations["listRegisters"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/identifier-sources": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the sources of identifiers and how fresh they are
         * @description Where the identifiers of records come from besides the registers, and which file is served.
         */
        readonly get: operations["listIdentifierSources"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/watch-lists": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the watch lists
         * @description All watch lists of the account, oldest first.
         */
        readonly get: operations["listWatchLists"];
        readonly put?: never;
        /**
         * Create a watch list
         * @description With a filter, the list has the changes of all records that fit it, before a change or after it. Without one it is empty at first, and gets the changes of the companies that are added. How many lists there may be is in the plan.
         */
        readonly post: operations["createWatchList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/watch-lists/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a watch list
         * @description The list, and how many companies it has.
         */
        readonly get: operations["getWatchList"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a watch list
         * @description Deletes the list with its companies, and its feed.
         */
        readonly delete: operations["deleteWatchList"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a watch list
         * @description Gives the list another name, another filter, or both. The filter holds for imports from now on; what is in the feed stays. A list of companies cannot get a filter.
         */
        readonly patch: operations["changeWatchList"];
        readonly trace?: never;
    };
    readonly "/api/v1/watch-lists/{id}/companies": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the companies of a watch list
         * @description In the order in which they were added. A company that its register no longer has stays, without its record.
         */
        readonly get: operations["listWatchedCompanies"];
        readonly put?: never;
        /**
         * Add and remove watched companies
         * @description Removes companies, and then adds others: up to 500 by their ids, as a search or a match gives them, and up to 100 that are looked up as by `POST /entities/lookup`, each for a unit. A request can be repeated: it changes nothing more. A company that is in `add` and in `remove` is in the list afterwards, with a new `addedAt`. If the plan does not allow so many companies, nothing is changed.
         */
        readonly post: operations["changeWatchedCompanies"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/watch-lists/{id}/changes": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Follow the changes of a watch list
         * @description What changed of the companies of the list, since each was added, or of what fits its filter; as in `GET /changes` and with the same cursors. A client that follows `nextCursor` sees every change exactly once. A page is one unit.
         */
        readonly get: operations["listWatchListChanges"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhook-endpoints": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the webhook endpoints
         * @description All webhook endpoints of the account, oldest first.
         */
        readonly get: operations["listWebhookEndpoints"];
        readonly put?: never;
        /**
         * Create a webhook endpoint
         * @description The answer has the secret that signs the messages, for the only time. How many there may be is in the plan.
         */
        readonly post: operations["createWebhookEndpoint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhook-endpoints/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get a webhook endpoint
         * @description The endpoint, how many messages wait for it, and whether it is disabled.
         */
        readonly get: operations["getWebhookEndpoint"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Delete a webhook endpoint
         * @description Deletes the endpoint with what waits for it, and its deliveries.
         */
        readonly delete: operations["deleteWebhookEndpoint"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change a webhook endpoint
         * @description Changes what is sent. Messages that wait go to the new address.
         */
        readonly patch: operations["changeWebhookEndpoint"];
        readonly trace?: never;
    };
    readonly "/api/v1/webhook-endpoints/{id}/rotate-secret": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rotate the secret of a webhook endpoint
         * @description Makes a new secret. For the overlap, a day unless another one is sent, messages have a signature by each of the two. Another rotation meanwhile is 409 `rotation_in_progress`, unless it has no overlap.
         */
        readonly post: operations["rotateWebhookSecret"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhook-endpoints/{id}/enable": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Enable a webhook endpoint
         * @description Ends what disabled it. What waits is sent at once.
         */
        readonly post: operations["enableWebhookEndpoint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhook-endpoints/{id}/test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Test a webhook endpoint
         * @description Sends a message of the type `endpoint.test`, once. An account has one under way, 5 a minute.
         */
        readonly post: operations["testWebhookEndpoint"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhook-endpoints/{id}/deliveries": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the deliveries of a webhook endpoint
         * @description Every attempt of the last 30 days, newest first. Nothing of an answer's body is kept.
         */
        readonly get: operations["listWebhookDeliveries"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhook-endpoints/{id}/deliveries/{deliveryId}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay a delivery
         * @description Sends what the delivery had once more, as a new message.
         */
        readonly post: operations["replayWebhookDelivery"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/webhook-endpoints/{id}/replay": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Replay a watch list from a cursor
         * @description Sends one message about all changes of the list after the cursor, to this endpoint.
         */
        readonly post: operations["replayWatchList"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/account": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the account
         * @description Plan, usage, billing state and active keys. The first session of a person makes their account.
         */
        readonly get: operations["getAccount"];
        readonly put?: never;
        readonly post?: never;
        /**
         * Erase the account
         * @description Subscriptions end at the payment provider at once. Then every instance refuses the keys, which takes a second, and people, keys, usage and all else that is kept of the account are erased. There is no way back. Members lose it, and keep the accounts that they made. Where the payment provider fails, nothing is erased. Who signs in again gets a new account, and goes on with the limits of the old one.
         */
        readonly delete: operations["deleteAccount"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/account/export": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Export the account
         * @description All that is kept of the account, in one file, without secrets. The audit log notes that it was asked for.
         */
        readonly get: operations["exportAccount"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/auth/me": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the profile of the current user
         * @description As last reported by the identity provider.
         */
        readonly get: operations["getProfile"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/api-keys": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the active API keys
         * @description The active keys of the account, newest first, without their secrets. A rotated key is among them until its overlap is over, and counts against the plan together with its successor.
         */
        readonly get: operations["listApiKeys"];
        readonly put?: never;
        /**
         * Create an API key
         * @description The answer has the whole secret, for the only time: we keep a hash of it. After a downgrade surplus keys go on working, and new ones are refused until their number is under that of the plan.
         */
        readonly post: operations["createApiKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/api-keys/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke an API key
         * @description Takes effect within one second everywhere. What is not an active key of this account is not there.
         */
        readonly delete: operations["revokeApiKey"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change an API key
         * @description Its name, what it may do, from where and how much. What is left out stays as it is; null lifts a limit. It takes effect within one second everywhere. What was used before counts on.
         */
        readonly patch: operations["changeApiKey"];
        readonly trace?: never;
    };
    readonly "/api/v1/api-keys/{id}/rotate": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Rotate an API key
         * @description Makes a new key in the place of an active one, and answers as creating one does. The old key goes on for the overlap, then it ends; without an overlap it is revoked at once. Both count once against the plan and share its limits. A key has one successor: rotating it again is 409 `rotation_in_progress`, and so is another overlap while that of an earlier rotation runs; without an overlap the newer key can be rotated at any time.
         */
        readonly post: operations["rotateApiKey"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/api-keys/{id}/reconcile-address": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Create the OpenRefine address of a key
         * @description OpenRefine sends no headers, so this address acts for the key: it is charged and limited as the key is, and ends with it. The answer has the whole address, for the only time: we keep a hash of it. A key has one address; another one ends the former at once. After a rotation, the address of the old key goes on for its overlap, and the new key needs its own.
         */
        readonly post: operations["createReconcileAddress"];
        /**
         * Revoke the OpenRefine address of a key
         * @description Takes effect within one second everywhere. The key itself stays.
         */
        readonly delete: operations["revokeReconcileAddress"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/memberships": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the accounts that you are in
         * @description First the account that you made. The header `X-Account-ID` chooses one of them for a request.
         */
        readonly get: operations["listMemberships"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/members": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the members of the account
         * @description The oldest first. `limit` is the number that the plan allows.
         */
        readonly get: operations["listMembers"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/members/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Remove a member, or leave
         * @description Within one second everywhere the person is out, and the API keys that they made are revoked, or go to `handOverTo`. With your own id you leave the account; the last owner cannot. Who leaves the account that they made gets a new one, which shares the limits of the free plan with it.
         */
        readonly delete: operations["removeMember"];
        readonly options?: never;
        readonly head?: never;
        /**
         * Change the role of a member
         * @description Takes effect within one second everywhere. Only an owner makes and unmakes owners, and the last one stays: to hand an account over, make another member an owner first.
         */
        readonly patch: operations["changeMember"];
        readonly trace?: never;
    };
    readonly "/api/v1/account/sign-in-rules": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read how members have to sign in
         * @description `requirable` has the issuer that you are signed in at, if you could require it.
         */
        readonly get: operations["getSignInRules"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Change how members have to sign in
         * @description For owners. Replaces the rules. You can require the issuer that you are signed in at, if it has verified your e-mail address and the operators entered it for its domain. Members who are signed in elsewhere, or have no group with a role, are out within a second everywhere.
         */
        readonly patch: operations["changeSignInRules"];
        readonly trace?: never;
    };
    readonly "/api/v1/invitations": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the open invitations
         * @description Newest first, without their links.
         */
        readonly get: operations["listInvitations"];
        readonly put?: never;
        /**
         * Invite a person
         * @description The answer has the link, for the only time: we keep a hash of it. Send it to one person: it is used once. It ends after 7 days, when it is revoked, and when you may no longer invite people. Only an owner invites owners.
         */
        readonly post: operations["createInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invitations/lookup": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * See what an invitation offers
         * @description Whose account it is, the role, and until when. The token is in the body, because addresses are logged.
         */
        readonly post: operations["readInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invitations/accept": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Accept an invitation
         * @description Makes you a member of the account. Choose it with the header `X-Account-ID` from then on.
         */
        readonly post: operations["acceptInvitation"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/invitations/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * Revoke an invitation
         * @description Its link is refused at once. What is not an open invitation of this account is not there.
         */
        readonly delete: operations["revokeInvitation"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the open sessions
         * @description The sessions of our own sign-in that are open in this account, newest first. A token of the identity provider is not among them: it ends at its own time.
         */
        readonly get: operations["listSessions"];
        readonly put?: never;
        readonly post?: never;
        /**
         * End all other sessions
         * @description Ends every open session of the account but the one that asks; asked with a token of the identity provider, it ends all. Takes effect within one second everywhere.
         */
        readonly delete: operations["endOtherSessions"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/sessions/{id}": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        readonly post?: never;
        /**
         * End a session
         * @description Takes effect within one second everywhere. What is not an open session of this account is not there.
         */
        readonly delete: operations["endSession"];
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/alerts": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the alerts
         * @description What the people of the account should know, newest first. Alerts are kept for 90 days.
         */
        readonly get: operations["listAlerts"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/alerts/read": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Mark alerts as read
         * @description Marks an alert and all older ones as read, for the person of the session.
         */
        readonly post: operations["readAlerts"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/alert-choices": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Get the choices of alerts
         * @description Which alerts the person of the session gets by e-mail.
         */
        readonly get: operations["getAlertChoices"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        /**
         * Choose alerts
         * @description Changes which alerts the person of the session gets by e-mail. Kinds that are not named stay as they are.
         */
        readonly patch: operations["changeAlertChoices"];
        readonly trace?: never;
    };
    readonly "/api/v1/audit": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the audit log
         * @description What happened to the account, newest first: sign-ins, keys, plan changes. Entries are kept for 400 days; never a secret, a name or an e-mail address is in one.
         */
        readonly get: operations["readAudit"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/request-log": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the request log
         * @description The last 1,000 requests of the account, newest first, kept for 7 days. A request is in it at most two seconds after its answer. Left out are requests whose key is unknown, paths that do not exist, and reads of this log.
         */
        readonly get: operations["readRequestLog"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/secret-scanning": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Report API keys that were found in public
         * @description Meant for GitHub's secret scanning: what counts is the signature. A key of ours ends at once, with its address, and an address ends alone. 404 where the service has no public keys to check signatures with.
         */
        readonly post: operations["receiveLeakReports"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/plans": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * List the plans
         * @description The public plan catalogue, cheapest first. Prices are fixed: when the quota is used up, requests are refused and no overage is charged.
         */
        readonly get: operations["listPlans"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/billing/checkout": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Buy a plan
         * @description Opens a checkout at the payment provider. An account that has a subscription already gets the portal's address instead, where the plan is changed. The plan changes when the provider has reported the payment, and not when the browser comes back.
         */
        readonly post: operations["createCheckout"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/billing/portal": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Open the customer portal
         * @description Invoices, payment method, change and end of the subscription, on the payment provider's own pages.
         */
        readonly post: operations["createPortal"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/billing/webhook": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Receive an event of the payment provider
         * @description Meant for the payment provider alone: what counts is the signature. An event is stored before anything comes of it; after a 5xx deliver it again, which completes it.
         */
        readonly post: operations["receivePaymentEvent"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/health/live": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Is the process running?
         * @description The process runs and accepts HTTP requests. Checks nothing else, so a missing database never gets a healthy process restarted.
         */
        readonly get: operations["getLiveness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/health/ready": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Is the service ready for traffic?
         * @description The database answers and can be written, its migrations are exactly those of this build, and the service is not about to stop. Answers within 2 seconds, whatever the database does.
         */
        readonly get: operations["getReadiness"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/openapi.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read this document
         * @description The machine-readable contract: OpenAPI 3.1.
         */
        readonly get: operations["getContract"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "/api/v1/postman.json": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        /**
         * Read the contract as a collection of requests
         * @description For Postman (format v2.1), Insomnia and others.
         */
        readonly get: operations["getPostmanCollection"];
        readonly put?: never;
        readonly post?: never;
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface webhooks {
    readonly "watch_list.changed": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * Companies of a watch list changed
         * @description Answer with 2xx within 15 seconds. Any other answer, and none, is tried again.
         */
        readonly post: operations["receive_watch_list_changed"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "alert.raised": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * The account has an alert
         * @description Answer with 2xx within 15 seconds. Any other answer, and none, is tried again.
         */
        readonly post: operations["receive_alert_raised"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
    readonly "endpoint.test": {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly get?: never;
        readonly put?: never;
        /**
         * A test that you asked for
         * @description Answer with 2xx within 15 seconds. Any other answer, and none, is tried again.
         */
        readonly post: operations["receive_endpoint_test"];
        readonly delete?: never;
        readonly options?: never;
        readonly head?: never;
        readonly patch?: never;
        readonly trace?: never;
    };
}
export interface components {
    schemas: {
        readonly Country: {
            /** @description ISO 3166-1 alpha-2 */
            readonly code: string;
            readonly name: string;
            readonly nativeName: string;
            /** @description False for a planned country, whose register cannot be searched yet. */
            readonly enabled: boolean;
        };
        /** @description The body of every error. */
        readonly ErrorResponse: {
            readonly error: {
                /**
                 * @description Machine-readable; branch on this. New codes may be added.
                 * @example invalid_request
                 */
                readonly code: string;
                /** @description Human-readable, for logs. */
                readonly message: string;
                /**
                 * Format: uuid
                 * @description Identifies the request in our log.
                 */
                readonly requestId?: string;
                /**
                 * Format: uri
                 * @description This documentation.
                 */
                readonly docs?: string;
                /**
                 * Format: date-time
                 * @description For a record that its register no longer has: until when it was served.
                 */
                readonly lastServedAt?: string;
                /**
                 * @description For such a record: where its history is.
                 * @example /api/v1/entities/…/history
                 */
                readonly history?: string;
            };
        };
        /** @description A company record. */
        readonly EntitySummary: {
            /**
             * Format: uuid
             * @description Stable: the same company has the same id after any import.
             */
            readonly id: string;
            /** @description ISO 3166-1 alpha-2 jurisdiction. */
            readonly countryCode: string;
            /** @description The name used for search and display. */
            readonly canonicalName: string;
            /** @description One of `active`, `winding_up`, `insolvent`, `dissolved`, `unknown`. */
            readonly status: string;
            /** @description National legal form, in the words of the register. */
            readonly legalForm?: string | null;
            /** @description The day on which it was registered, or the nearest that its register has: see the guide on statuses and days. */
            readonly registeredAt?: string | null;
            /** @description When the company ended, if its register has the day. */
            readonly endedAt?: string | null;
            /** @description How it ended, if its register has it: `liquidated`, `bankrupt`, `merged`, `divided`, `converted`, `reorganized`, `struck_off`, `other`. */
            readonly endKind?: string | null;
            /** @description Where `legalForm` is a code: what it stands for, in the national language. Null where no published list has it, and where `legalForm` is no code. */
            readonly legalFormLabel?: string | null;
            /** @description The legal form by ISO 20275. Null where the standard has no code, or where our table lacks the form. */
            readonly legalFormCode?: string | null;
            /** @description What the legal form is in every country: `limited_company`, `public_limited_company`, `partnership`, `limited_partnership`, `cooperative`, `foundation`, `association`, `branch`, `public_body`, `sole_trader`, `other`, `unlimited_company`, `economic_interest_grouping`, `religious_body`, `investment_fund`. Null where our table lacks the form. */
            readonly legalFormGroup?: string | null;
            /**
             * Format: date-time
             * @description Since when the record is served like this. Moves only when its content changed.
             */
            readonly updatedAt?: string;
            /** @description The national number, as its register writes it. */
            readonly number?: string | null;
            /** @description The scheme of the national number, such as `GB-COH`. `registrations` has all numbers. */
            readonly numberScheme?: string | null;
            /** @description Of a search with `names=all`: the other name that matches, where the current one does not. */
            readonly matchedName?: string | null;
        };
        /** @description Values, others and missing add up to the total; but a record may have several activities, divisions and sections, and counts for each. */
        readonly Facet: {
            /** @enum {string} */
            readonly name: "activity" | "country" | "legalForm" | "legalFormCode" | "legalFormGroup" | "nace" | "naceSection" | "registeredYear" | "status";
            /** @description The most frequent, in this order. */
            readonly values: readonly {
                /** @description As the filter of this name takes it; of an activity together with its scheme, as `activityScheme`; a section as `nace`. */
                readonly value: string;
                /** @description The words for an activity, of several the newest; for a code of a legal form, if all registers agree on it; a national form for a `legalFormCode`; the heading of a division or section. */
                readonly label: string | null;
                /** @description The classification that an activity belongs to. */
                readonly scheme: string | null;
                /** @description Records that have it, exact. */
                readonly count: number;
            }[];
            /** @description Of the values that are not listed. */
            readonly other: number;
            /** @description Records without a value. */
            readonly missing: number;
        };
        readonly EntitySuggestion: {
            /** Format: uuid */
            readonly id: string;
            readonly canonicalName: string;
            readonly countryCode: string;
            readonly status: string;
            /** @description The national number. */
            readonly number: string | null;
            /** @description The scheme of the national number. */
            readonly numberScheme: string | null;
            /** @description The other name that matches, where the current one does not. */
            readonly matchedName: string | null;
            /** @description Where in the name the typed words stand. None where they are in the number or in another name. */
            readonly ranges: readonly {
                readonly start: number;
                readonly end: number;
            }[];
        };
        /** @description What was found for one item. */
        readonly EntityLookup: {
            /** @description The item as it was sent. */
            readonly input: {
                readonly id?: string;
                readonly lei?: string;
                readonly country?: string;
                readonly number?: string;
            };
            /**
             * @description `removed`: its register no longer has it; `GET /entities/{id}/history` may still tell of it. `ambiguous`: several records of the country have the number.
             * @enum {string}
             */
            readonly status: "ambiguous" | "found" | "not_found" | "removed";
            /** @description The record, if it was found. */
            readonly entity: components["schemas"]["EntityDetail"] | components["schemas"]["EntitySummary"] | null;
        };
        /** @description A company record. */
        readonly EntityDetail: {
            /**
             * Format: uuid
             * @description Stable: the same company has the same id after any import.
             */
            readonly id: string;
            /** @description ISO 3166-1 alpha-2 jurisdiction. */
            readonly countryCode: string;
            /** @description The name used for search and display. */
            readonly canonicalName: string;
            /** @description One of `active`, `winding_up`, `insolvent`, `dissolved`, `unknown`. */
            readonly status: string;
            /** @description National legal form, in the words of the register. */
            readonly legalForm?: string | null;
            /** @description The day on which it was registered, or the nearest that its register has: see the guide on statuses and days. */
            readonly registeredAt?: string | null;
            /** @description When the company ended, if its register has the day. */
            readonly endedAt?: string | null;
            /** @description How it ended, if its register has it: `liquidated`, `bankrupt`, `merged`, `divided`, `converted`, `reorganized`, `struck_off`, `other`. */
            readonly endKind?: string | null;
            /** @description Where `legalForm` is a code: what it stands for, in the national language. Null where no published list has it, and where `legalForm` is no code. */
            readonly legalFormLabel?: string | null;
            /** @description The legal form by ISO 20275. Null where the standard has no code, or where our table lacks the form. */
            readonly legalFormCode?: string | null;
            /** @description What the legal form is in every country: `limited_company`, `public_limited_company`, `partnership`, `limited_partnership`, `cooperative`, `foundation`, `association`, `branch`, `public_body`, `sole_trader`, `other`, `unlimited_company`, `economic_interest_grouping`, `religious_body`, `investment_fund`. Null where our table lacks the form. */
            readonly legalFormGroup?: string | null;
            /**
             * Format: date-time
             * @description Since when the record is served like this. Moves only when its content changed.
             */
            readonly updatedAt?: string;
            /** @description The national number, as its register writes it. */
            readonly number?: string | null;
            /** @description The scheme of the national number, such as `GB-COH`. `registrations` has all numbers. */
            readonly numberScheme?: string | null;
            /** @description Its previous, trading, second-language, English and reading names, as its register publishes them, and those that GLEIF adds. A search with `names=all` finds them. */
            readonly otherNames?: readonly {
                readonly name: string;
                /** @description `previous`: it was called so before. `trading`: a name of its business or of a part of it. `alternative`: its name in another language, or an abbreviation. `transliterated`: in Latin letters. `reading`: how the name is read. */
                readonly kind: string;
                /** @description ISO 639-1, if the register states it. */
                readonly language: string | null;
                /** @description Since when, if the register states it. */
                readonly from: string | null;
                /** @description Until when, if the register states it. */
                readonly to: string | null;
                /** @description Where the name comes from, such as `GLEIF`. Null: from the register of the record. */
                readonly source?: string | null;
            }[];
            /** @description Its identifiers in shared schemes: LEI and EUID. An LEI is joined by register and national number. */
            readonly identifiers?: readonly {
                /** @description `LEI`: the legal entity identifier. `EUID`: the European unique identifier. */
                readonly scheme: string;
                readonly value: string;
                /** @description Of an LEI, in the words of GLEIF: `ISSUED`, `LAPSED`, `RETIRED`, `MERGED` and others. A lapsed one stays. */
                readonly status: string | null;
                /** @description The day on which an LEI was first registered. */
                readonly since: string | null;
                /** @description Whether its source calls the company by a name that has nothing in common with any name of the record. */
                readonly doubtful: boolean;
                /** @description Who says so: `GLEIF`, or the register of the record. */
                readonly source: string;
            }[];
            /** @description Where it is, from the columns that its register has. Null where the register has no address: the guide on registers says what each fills. */
            readonly address?: {
                /** @description Street, number, building and box, as they are written on a letter. */
                readonly lines: readonly string[];
                readonly postalCode: string | null;
                /** @description Town or municipality. */
                readonly locality: string | null;
                /** @description County, province or prefecture. */
                readonly region: string | null;
                /** @description ISO 3166-1 alpha-2, if the register states a country, or a place by a national code. */
                readonly country: string | null;
                /** @description The address in one text, if the register has it so. */
                readonly raw: string | null;
            } | null;
            /** @description National fields, typed and interpreted; `activities` always among them. */
            readonly registry: {
                readonly [key: string]: unknown;
            };
            /** @description The fields of the source, without loss or renaming, in their order; by file, where the register has several. */
            readonly sourceData: {
                readonly [key: string]: unknown;
            };
            /** @description Registration numbers and local statuses: `scheme`, `number`, `status`, `validFrom`, `validTo`. */
            readonly registrations: readonly {
                readonly [key: string]: unknown;
            }[];
            readonly provenance: {
                readonly register: string;
                readonly file: string;
                /** @description Of the file; of several files, one over all of them. */
                readonly sha256: string;
                /** @description Each of several files that were imported together; null for a single file. */
                readonly files: readonly {
                    readonly name: string;
                    readonly sha256: string;
                }[] | null;
                /** Format: date-time */
                readonly importedAt: string;
                /** @description Where the file was published. */
                readonly sourceUrl: string;
                readonly licence: string;
            } | null;
        } & (({
            /** @constant */
            readonly countryCode: "AU";
            readonly registry?: components["schemas"]["RegistryAU"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "BE";
            readonly registry?: components["schemas"]["RegistryBE"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "CY";
            readonly registry?: components["schemas"]["RegistryCY"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "CZ";
            readonly registry?: components["schemas"]["RegistryCZ"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "EE";
            readonly registry?: components["schemas"]["RegistryEE"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "FI";
            readonly registry?: components["schemas"]["RegistryFI"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "FR";
            readonly registry?: components["schemas"]["RegistryFR"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "GB";
            readonly registry?: components["schemas"]["RegistryGB"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "IE";
            readonly registry?: components["schemas"]["RegistryIE"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "JP";
            readonly registry?: components["schemas"]["RegistryJP"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "LT";
            readonly registry?: components["schemas"]["RegistryLT"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "LV";
            readonly registry?: components["schemas"]["RegistryLV"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "MD";
            readonly registry?: components["schemas"]["RegistryMD"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "NO";
            readonly registry?: components["schemas"]["RegistryNO"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "RO";
            readonly registry?: components["schemas"]["RegistryRO"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "SE";
            readonly registry?: components["schemas"]["RegistrySE"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            /** @constant */
            readonly countryCode: "SK";
            readonly registry?: components["schemas"]["RegistrySK"];
        } & {
            readonly [key: string]: unknown;
        }) | ({
            readonly countryCode: unknown;
        } & {
            readonly [key: string]: unknown;
        }));
        /** @description A change of one record. What is about natural persons is left out. */
        readonly HistoryEntry: {
            /** @description Its place in the order of all changes. */
            readonly cursor: string;
            /** @enum {string} */
            readonly type: "baseline" | "created" | "identifiers" | "removed" | "restored" | "updated";
            /** @description Null for a baseline, and for the first identifiers of a country. */
            readonly entityId: string | null;
            readonly countryCode: string;
            /** @description The national number. */
            readonly number: string | null;
            /** @description The scheme of the national number. */
            readonly numberScheme: string | null;
            /** @description After the change; of a removed record, its last. */
            readonly canonicalName: string | null;
            /**
             * Format: date-time
             * @description Since when it is served. Later versions have later moments.
             */
            readonly at: string;
            /** @description The version of the data that the change came with. */
            readonly dataVersion: number;
            /** Format: uuid */
            readonly importRunId: string;
            /**
             * @description `mapping` where only our reading of the same file changed; `erasure` where what is about a person was erased.
             * @enum {string}
             */
            readonly reason: "source" | "mapping" | "erasure";
            readonly changes: readonly {
                /** @description A JSON pointer into the record as it is served. The empty one is the whole record. */
                readonly path: string;
                readonly old: unknown;
                readonly new: unknown;
            }[];
            /** @description Of the record after the change. */
            readonly provenance: {
                readonly register: string;
                readonly file: string;
                /** @description Of the file; of several files, one over all of them. */
                readonly sha256: string;
                /** @description Each of several files that were imported together; null for a single file. */
                readonly files: readonly {
                    readonly name: string;
                    readonly sha256: string;
                }[] | null;
                /** Format: date-time */
                readonly importedAt: string;
                /** @description Where the file was published. */
                readonly sourceUrl: string;
                readonly licence: string;
            };
        };
        /** @description How a company belongs to another. */
        readonly GroupRelation: {
            /** @description What the lower one is, in the words of GLEIF, such as `IS_DIRECTLY_CONSOLIDATED_BY`. */
            readonly kind: string;
            /** @description Since when, if stated. */
            readonly from: string | null;
            /** @description Until when, if stated. */
            readonly to: string | null;
            /** @description Null: not known. */
            readonly percentage: number | null;
            /** @description Whether anybody has checked it. False: only the company itself says so. Null: not known. */
            readonly checked: boolean | null;
            /** @description How it was checked, in the words of GLEIF. */
            readonly validation: string | null;
            /** @description The company at the other end. */
            readonly member: {
                readonly lei: string;
                /** @description As GLEIF has it. Null if that is not known. */
                readonly name: string | null;
                /** @description ISO 3166-1 alpha-2. */
                readonly countryCode: string | null;
                /** @description Our record of it. Null if we have none. */
                readonly entity: components["schemas"]["EntitySummary"] | null;
            };
        };
        /** @description A change of one record. What is about natural persons is left out. */
        readonly Change: {
            /** @description Its place in the order of all changes. */
            readonly cursor: string;
            /** @enum {string} */
            readonly type: "baseline" | "created" | "identifiers" | "removed" | "restored" | "updated";
            /** @description Null for a baseline, and for the first identifiers of a country. */
            readonly entityId: string | null;
            readonly countryCode: string;
            /** @description The national number. */
            readonly number: string | null;
            /** @description The scheme of the national number. */
            readonly numberScheme: string | null;
            /** @description After the change; of a removed record, its last. */
            readonly canonicalName: string | null;
            /**
             * Format: date-time
             * @description Since when it is served. Later versions have later moments.
             */
            readonly at: string;
            /** @description The version of the data that the change came with. */
            readonly dataVersion: number;
            /** Format: uuid */
            readonly importRunId: string;
            /**
             * @description `mapping` where only our reading of the same file changed; `erasure` where what is about a person was erased.
             * @enum {string}
             */
            readonly reason: "source" | "mapping" | "erasure";
            readonly changes: readonly {
                /** @description A JSON pointer into the record as it is served. The empty one is the whole record. */
                readonly path: string;
                readonly old: unknown;
                readonly new: unknown;
            }[];
            /** @description The current record. Null if there is none. */
            readonly entity?: components["schemas"]["EntityDetail"] | null;
        };
        /** @description A file with all records of a country: gzipped, a line of JSON for each record. What is about natural persons is left out. */
        readonly Snapshot: {
            /** Format: uuid */
            readonly id: string;
            /** @description ISO 3166-1 alpha-2 */
            readonly countryCode: string;
            readonly dataVersion: number;
            /** @description Continue the feed from here to update this file to the current data. */
            readonly cursor: string;
            readonly records: number;
            /** @description What a download of the whole file costs: 1 for each 1,000 records begun. */
            readonly units: number;
            /** @description Of the file. */
            readonly bytes: number;
            /** @description Of the file. */
            readonly sha256: string;
            /** Format: date-time */
            readonly createdAt: string;
        };
        /** @description A national register, and how fresh its data is. */
        readonly Register: {
            /** @description Null where it is planned. */
            readonly id: string | null;
            /** @description ISO 3166-1 alpha-2 */
            readonly countryCode: string;
            readonly countryName: string;
            readonly name: string | null;
            readonly licence: string | null;
            /** @description Where the register is published. */
            readonly sourceUrl: string | null;
            /** @description How often its publisher offers new data. Null where it is planned. */
            readonly updateFrequency: ("daily" | "weekly" | "semimonthly" | "monthly") | null;
            /**
             * @description `available`: it can be imported, but has not been yet.
             * @enum {string}
             */
            readonly status: "served" | "available" | "planned";
            readonly served: {
                readonly file: string;
                /** @description The day of the file, if known. */
                readonly fileDate: string | null;
                /** Format: date-time */
                readonly importedAt: string;
                /** @description Where the file was published. */
                readonly sourceUrl: string;
                readonly records: number;
                /** @description Of its last import. */
                readonly dataVersion: number;
            } | null;
        };
        /** @description Where identifiers come from besides the registers, and how fresh they are. */
        readonly IdentifierSource: {
            readonly id: string;
            readonly name: string;
            readonly licence: string;
            /** @description Where it is published. */
            readonly sourceUrl: string;
            /**
             * @description How often new data is offered.
             * @enum {string}
             */
            readonly updateFrequency: "daily" | "weekly" | "semimonthly" | "monthly";
            /** @description Null if nothing was imported. */
            readonly served: {
                /** @description The file; or several, separated by commas. */
                readonly file: string;
                /** @description Of the file; of several files, one over all of them. */
                readonly sha256: string;
                /** @description The day of the file, if known. */
                readonly fileDate: string | null;
                /** Format: date-time */
                readonly importedAt: string;
                /** @description Where the file was published. */
                readonly sourceUrl: string;
                /** @description Of companies of our registers, imported or not. */
                readonly identifiers: number;
                readonly relations: number;
                /** @description Companies that say why they name no parent. */
                readonly exceptions: number;
            } | null;
        };
        /** @description What the account watches: companies, or a filter. */
        readonly WatchList: {
            /** Format: uuid */
            readonly id: string;
            readonly name: string;
            /** @description How many companies it has. */
            readonly companies: number;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description As it was given. Null for a list of companies. */
            readonly filter: ({
                readonly [key: string]: unknown;
            } | null) | null;
        };
        /** @description The filters of `GET /entities`, by the same names. */
        readonly EntityFilter: {
            /** @example exemplu */
            readonly q?: string;
            /** @example MD */
            readonly country?: string;
            /**
             * @example [
             *       "EE",
             *       "LV"
             *     ]
             */
            readonly countries?: readonly string[];
            /** @example Societate cu răspundere limitată */
            readonly legalForm?: string;
            /** @example H0PO */
            readonly legalFormCode?: string;
            /** @enum {string} */
            readonly legalFormGroup?: "limited_company" | "public_limited_company" | "partnership" | "limited_partnership" | "cooperative" | "foundation" | "association" | "branch" | "public_body" | "sole_trader" | "other" | "unlimited_company" | "economic_interest_grouping" | "religious_body" | "investment_fund";
            /** @example 0111 */
            readonly activity?: string;
            /** @enum {string} */
            readonly activityType?: "unlicensed" | "licensed";
            /** @example MD-CAEM-2 */
            readonly activityScheme?: string;
            /** @example 62 */
            readonly nace?: string;
            /** @example QX30 */
            readonly postalCode?: string;
            /** @example Wheniponbury */
            readonly locality?: string;
            /** @enum {string} */
            readonly status?: "active" | "winding_up" | "insolvent" | "dissolved" | "unknown";
            /**
             * Format: date
             * @example 2004-09-27
             */
            readonly registeredFrom?: string;
            /**
             * Format: date
             * @example 2004-09-27
             */
            readonly registeredTo?: string;
            /**
             * Format: date-time
             * @example 2026-09-14T06:00:00Z
             */
            readonly updatedSince?: string;
            /** @example 1004600000000 */
            readonly number?: string;
            /** @example 0000EX00000000000197 */
            readonly lei?: string;
            /** @example LEI:0000EX00000000000197 */
            readonly identifier?: string;
            /**
             * @example words
             * @enum {string}
             */
            readonly mode?: "fragment" | "words";
            /**
             * @example all
             * @enum {string}
             */
            readonly names?: "current" | "all";
            readonly fuzzy?: boolean;
        };
        /** @description What a change of a list did. */
        readonly WatchedChange: {
            /** @description How many companies are new in the list. */
            readonly added: number;
            readonly removed: number;
            /** @description The ids that no record has. They were not added. */
            readonly unknown: readonly string[];
            /** @description How many companies the list has now. */
            readonly companies: number;
            /** @description What was found for each item of `lookup`. Null if nothing was to be looked up. */
            readonly lookup: readonly {
                /** @description The item as it was sent. */
                readonly input: {
                    readonly [key: string]: string;
                };
                /**
                 * @description As in `POST /entities/lookup`. Only what is `found` was added.
                 * @enum {string}
                 */
                readonly status: "found" | "not_found" | "removed" | "ambiguous";
                readonly entityId: string | null;
            }[] | null;
        };
        /** @description An address of the account that messages are sent to. */
        readonly WebhookEndpoint: {
            /** Format: uuid */
            readonly id: string;
            readonly url: string;
            readonly description: string | null;
            /** @description The types of messages that it gets. */
            readonly events: readonly string[];
            /** @description The watch lists that it gets messages about; null: all. */
            readonly listIds: (readonly string[] | null) | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description The first failed attempt since the last success; null where the last attempt succeeded. */
            readonly failingSince: string | null;
            readonly disabledAt: string | null;
            /** @description `gone`: it answered 410. `failing`: it failed for five days. `secret_lost`: rotate its secret, then enable it. */
            readonly disabledReason: string | null;
            /** @description Until when the secret before the last rotation signs too. */
            readonly previousSecretEndsAt: string | null;
            /** @description How many messages wait to be delivered. */
            readonly waiting: number;
        };
        readonly CreatedWebhookEndpoint: {
            /** Format: uuid */
            readonly id: string;
            readonly url: string;
            readonly description: string | null;
            /** @description The types of messages that it gets. */
            readonly events: readonly string[];
            /** @description The watch lists that it gets messages about; null: all. */
            readonly listIds: (readonly string[] | null) | null;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description The first failed attempt since the last success; null where the last attempt succeeded. */
            readonly failingSince: string | null;
            readonly disabledAt: string | null;
            /** @description `gone`: it answered 410. `failing`: it failed for five days. `secret_lost`: rotate its secret, then enable it. */
            readonly disabledReason: string | null;
            /** @description Until when the secret before the last rotation signs too. */
            readonly previousSecretEndsAt: string | null;
            /** @description How many messages wait to be delivered. */
            readonly waiting: number;
            /** @description Signs the messages, as Standard Webhooks says: `whsec_` and base64. */
            readonly secret: string;
        };
        readonly QueuedWebhookMessage: {
            /** Format: uuid */
            readonly messageId: string;
        };
        /** @description An attempt to deliver a message. */
        readonly WebhookDelivery: {
            /** Format: uuid */
            readonly id: string;
            /**
             * Format: uuid
             * @description The `webhook-id`: the same in every attempt of one message.
             */
            readonly messageId: string;
            readonly type: string;
            /** @description What the message had. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            /** @description 1 for the first. */
            readonly attempt: number;
            /** Format: date-time */
            readonly at: string;
            /** @description Until the answer, or until it failed. */
            readonly milliseconds: number;
            /**
             * @description What came of it. New words may come.
             * @example delivered
             * @example failed
             * @example redirected
             * @example gone
             * @example timeout
             * @example unreachable
             * @example address_refused
             */
            readonly outcome: string;
            /** @description The status of the answer; null where there was none. */
            readonly status: number | null;
        };
        /** @description A developer account: its plan, what it used, how it pays, its keys. */
        readonly Account: {
            /** Format: uuid */
            readonly id: string;
            readonly email: string | null;
            readonly plan: components["schemas"]["ApiPlan"];
            /** @description What the account used of its quota in the current billing period: that of the subscription, else the calendar month in UTC. */
            readonly usage: {
                /** Format: date-time */
                readonly periodStart: string;
                /** Format: date-time */
                readonly periodEnd: string;
                readonly used: number;
                readonly limit: number;
                readonly remaining: number;
            };
            /** @description The subscription of the account. */
            readonly billing: {
                /** @description `none` without a subscription, else the payment provider's word. */
                readonly status: string;
                readonly currentPeriodEnd: string | null;
                readonly cancelAtPeriodEnd: boolean;
            };
            /** @description The active keys, newest first. */
            readonly apiKeys: readonly components["schemas"]["ApiKey"][];
        };
        /** @description What an account may use, and for how much. */
        readonly ApiPlan: {
            /** @enum {string} */
            readonly id: "business" | "free" | "pro";
            readonly name: string;
            /** @description Price per month in euro. */
            readonly monthlyPriceEur: number;
            /** @description Requests per billing period, shared by all keys of the account. */
            readonly monthlyRequests: number;
            /** @description Requests per minute and key. */
            readonly requestsPerMinute: number;
            /** @description Maximum number of active API keys. */
            readonly maxApiKeys: number;
            /** @description Maximum number of watch lists. */
            readonly maxWatchLists: number;
            /** @description Maximum number of companies in all watch lists together. */
            readonly maxWatchedCompanies: number;
            /** @description Maximum number of members, open invitations included. */
            readonly maxMembers: number;
            /** @description Maximum number of webhook endpoints. */
            readonly maxWebhookEndpoints: number;
        };
        /** @description A key to the registry. Its secret is shown once and never kept. */
        readonly ApiKey: {
            /** Format: uuid */
            readonly id: string;
            readonly name: string;
            /** @description The part of the secret that may be shown. */
            readonly prefix: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description To the minute; null for a key that was never used. */
            readonly lastUsedAt: string | null;
            /** @description From this moment on the key is refused; null: never. */
            readonly expiresAt: string | null;
            /** @description When its successor was made; null where it has none. */
            readonly rotatedAt: string | null;
            /** @description What it may do; null: everything, also what comes later. */
            readonly scopes: readonly ("companies:read" | "changes:read" | "match" | "snapshots:read" | "watch:write")[] | null;
            /** @description The networks that it may be used from, as CIDR; null: all. */
            readonly addresses: readonly string[] | null;
            /** @description How many requests a minute it may send; null: as many as the plan allows. */
            readonly minuteLimit: number | null;
            /** @description How many units of a billing period it may use; null: as many as the account has. */
            readonly monthlyQuota: number | null;
            /** @description How many of these units it used in this period, with the keys that it replaces; null without a monthlyQuota. */
            readonly monthlyUsed: number | null;
            /** @description Its address for OpenRefine; null where it has none. */
            readonly reconcileAddress: components["schemas"]["ReconcileAddress"] | null;
        };
        /** @description An address for OpenRefine, which acts for a key. Its token is shown once and never kept. */
        readonly ReconcileAddress: {
            /** @description The part of its token that may be shown. */
            readonly prefix: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description To the minute; null for an address that was never used. */
            readonly lastUsedAt: string | null;
        };
        readonly AccountExport: {
            readonly account: {
                /** Format: uuid */
                readonly id: string;
            } & {
                readonly [key: string]: unknown;
            };
            /** @description The members. Issuer, subject and groups only of those who made the account. */
            readonly users: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The roles of the members. */
            readonly members: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The invitations of the last weeks, without tokens and hashes. */
            readonly invitations: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description All keys, the revoked ones too, without secrets and hashes. */
            readonly apiKeys: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The addresses of keys for OpenRefine, without tokens and hashes. */
            readonly reconcileAddresses: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description When a request with an Idempotency-Key was answered, for a day. The answers are sealed. */
            readonly idempotentAnswers: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description What was done to the account. */
            readonly auditEntries: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description Of our own sign-in, the ended ones too. */
            readonly sessions: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description Answers by day (UTC), key and class of status. */
            readonly usageByDay: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description Units used, by billing period. With a `familyId`: of a key with a share of the period, and its successors. */
            readonly usageByPeriod: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The request log: the last requests with their parameters, without secrets. */
            readonly requests: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description Metered answers by hour and by day (UTC), key, operation and class of status. */
            readonly requestStatistics: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The events of the payment provider about the account. */
            readonly paymentEvents: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The history of the plan. */
            readonly planChanges: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description At the payment provider. */
            readonly subscriptions: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The watch lists. */
            readonly watchLists: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The companies of the watch lists. */
            readonly watchedCompanies: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The webhook endpoints, without their secrets. */
            readonly webhookEndpoints: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The messages that wait for webhook endpoints. */
            readonly webhookMessages: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The attempts to deliver messages, of the last 30 days. */
            readonly webhookDeliveries: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description The alerts of the last 90 days. */
            readonly alerts: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description Up to which alert each person has read, and the kinds of which they want no e-mails. */
            readonly alertReaders: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description Which alerts were sent by e-mail, to whom and when. Without a moment: not yet, or never. */
            readonly alertMails: readonly {
                readonly [key: string]: unknown;
            }[];
            /** @description Lists that are longer than what is given here: of those, the newest rows are. */
            readonly incomplete: readonly string[];
        };
        /** @description The person whose session it is. */
        readonly Profile: {
            /** Format: uuid */
            readonly id: string;
            readonly email: string | null;
            readonly name: string | null;
            /** Format: uuid */
            readonly accountId: string;
        };
        readonly CreatedApiKey: {
            /** Format: uuid */
            readonly id: string;
            readonly name: string;
            /** @description The part of the secret that may be shown. */
            readonly prefix: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description To the minute; null for a key that was never used. */
            readonly lastUsedAt: string | null;
            /** @description From this moment on the key is refused; null: never. */
            readonly expiresAt: string | null;
            /** @description When its successor was made; null where it has none. */
            readonly rotatedAt: string | null;
            /** @description What it may do; null: everything, also what comes later. */
            readonly scopes: readonly ("companies:read" | "changes:read" | "match" | "snapshots:read" | "watch:write")[] | null;
            /** @description The networks that it may be used from, as CIDR; null: all. */
            readonly addresses: readonly string[] | null;
            /** @description How many requests a minute it may send; null: as many as the plan allows. */
            readonly minuteLimit: number | null;
            /** @description How many units of a billing period it may use; null: as many as the account has. */
            readonly monthlyQuota: number | null;
            /** @description How many of these units it used in this period, with the keys that it replaces; null without a monthlyQuota. */
            readonly monthlyUsed: number | null;
            /** @description Its address for OpenRefine; null where it has none. */
            readonly reconcileAddress: components["schemas"]["ReconcileAddress"] | null;
            /** @description The key itself. It is shown here and never again. */
            readonly secret: string;
        };
        readonly CreatedReconcileAddress: {
            /** @description The address to add to OpenRefine. It is shown here and never again, and works like the secret of the key. */
            readonly url: string;
            /** @description The part of its token that may be shown. */
            readonly prefix: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** @description To the minute; null for an address that was never used. */
            readonly lastUsedAt: string | null;
        };
        /** @description An account that the person is in. */
        readonly Membership: {
            /** Format: uuid */
            readonly accountId: string;
            /** @description The e-mail address of the account. */
            readonly email: string | null;
            /** @enum {string} */
            readonly role: "admin" | "billing" | "member" | "owner";
            /** Format: date-time */
            readonly since: string;
            /** @description The person made it. Requests without the header X-Account-ID are about it. */
            readonly isHome: boolean;
            /** @description `issuer`, `groups` or `refused`: the sign-in rules of the account keep the person out. Null: they can get in. */
            readonly barred: string | null;
        };
        /** @description A person in the account. */
        readonly Member: {
            /**
             * Format: uuid
             * @description The id of the person, as in their profile.
             */
            readonly id: string;
            readonly email: string | null;
            readonly name: string | null;
            /** @enum {string} */
            readonly role: "admin" | "billing" | "member" | "owner";
            /** Format: date-time */
            readonly since: string;
            /** @description `issuer`, `groups` or `refused`: the sign-in rules of the account keep the person out. Null: they can get in. */
            readonly barred: string | null;
        };
        /** @description How the members of the account have to sign in. */
        readonly SignInRules: {
            /** @description The issuer that members have to sign in at. Null: any. */
            readonly requiredIssuer: string | null;
            /** @description The roles of its groups. Of several roles the first of owner, admin, member and billing counts. */
            readonly groupRoles: readonly {
                readonly group: string;
                /** @enum {string} */
                readonly role: "admin" | "billing" | "member" | "owner";
            }[];
            /** @description What the person of the session could require: the issuer that they are signed in at, if it proves them. */
            readonly requirable: readonly {
                /** @description Its address. */
                readonly issuer: string;
                readonly name: string;
                /** @description Whether its tokens name groups. */
                readonly hasGroups: boolean;
            }[];
        };
        /** @description An invitation into the account. Its link is shown once and never kept. */
        readonly Invitation: {
            /** Format: uuid */
            readonly id: string;
            /** @enum {string} */
            readonly role: "admin" | "billing" | "member" | "owner";
            /** @description For whom it is. */
            readonly note: string | null;
            /**
             * Format: uuid
             * @description The member who made it. It ends with their membership.
             */
            readonly createdBy: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
        };
        readonly CreatedInvitation: {
            /** Format: uuid */
            readonly id: string;
            /** @enum {string} */
            readonly role: "admin" | "billing" | "member" | "owner";
            /** @description For whom it is. */
            readonly note: string | null;
            /**
             * Format: uuid
             * @description The member who made it. It ends with their membership.
             */
            readonly createdBy: string;
            /** Format: date-time */
            readonly createdAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            /** @description The link to send. Who opens it first and accepts becomes a member. */
            readonly url: string;
            /** @description The end of the link, which accepts the invitation. */
            readonly token: string;
        };
        /** @description What the holder of a link sees of it before they accept. */
        readonly InvitationOffer: {
            /** @description Whose account it is. */
            readonly email: string | null;
            /**
             * @description What they would be in it.
             * @enum {string}
             */
            readonly role: "admin" | "billing" | "member" | "owner";
            /** Format: date-time */
            readonly expiresAt: string;
        };
        /** @description A session of our own sign-in. A token of the identity provider is none: it ends at its own time. */
        readonly Session: {
            /** Format: uuid */
            readonly id: string;
            /** @description For instance `Firefox on Windows`, as far as the browser sent it; null if it is unknown. */
            readonly device: string | null;
            /** Format: date-time */
            readonly createdAt: string;
            /**
             * Format: date-time
             * @description To the minute.
             */
            readonly lastSeenAt: string;
            /** Format: date-time */
            readonly expiresAt: string;
            /** @description Whether it is the session of this request. */
            readonly current: boolean;
        };
        /** @description Something that the people of an account should know. Never a secret or a name is in it. */
        readonly Alert: {
            readonly id: string;
            /** Format: date-time */
            readonly at: string;
            /**
             * @description New kinds may come.
             * @example quota_80
             */
            readonly kind: string;
            readonly title: string;
            readonly text: string;
            /** @description A page of the dashboard that shows more. */
            readonly url: string;
            /** @description What it is about, by kind. */
            readonly data: {
                readonly [key: string]: unknown;
            };
            /** @description The person of the session has not read it. */
            readonly unread: boolean;
        };
        /** @description Which alerts the person of the session gets by e-mail. The dashboard has all of them. */
        readonly AlertChoices: {
            /** @description Null where none are sent: the service has no mail server, or the identity provider has not verified the address. */
            readonly mailedTo: string | null;
            readonly choices: readonly {
                readonly kind: string;
                readonly title: string;
                /** @description Whether the person wants e-mails of this kind. */
                readonly email: boolean;
            }[];
        };
        /** @description Something that happened to the account. Never a secret, a name or an e-mail address is in it. */
        readonly AuditEntry: {
            readonly id: string;
            /** Format: date-time */
            readonly at: string;
            /**
             * @description What happened. New kinds may come.
             * @example session.started
             */
            readonly action: string;
            /** @description The person who did it; null: the payment provider, or we. */
            readonly userId: string | null;
            /** @description The id of what it was done to. */
            readonly subject: string | null;
            readonly details: {
                readonly [key: string]: unknown;
            };
        };
        /** @description A request of the account and how it was answered. Keys and other secrets are never in it. */
        readonly LoggedRequest: {
            /** Format: uuid */
            readonly id: string;
            /**
             * Format: date-time
             * @description When it arrived.
             */
            readonly at: string;
            /**
             * Format: uuid
             * @description Also in the header X-Request-ID of its answer.
             */
            readonly requestId: string;
            readonly method: string;
            /** @description With its parameters, at most 500 characters. For GraphQL: the fields of company data in brackets. */
            readonly path: string;
            /** @description 499: the client disconnected before its answer. */
            readonly status: number;
            /** @description The code of the error, if there was one. */
            readonly code: string | null;
            /** @description The message of the error. */
            readonly message: string | null;
            /** @description How long the answer took. */
            readonly milliseconds: number;
            /** @description What it took of the quota. */
            readonly units: number;
            /** @description Null: a session, or a key that is no longer kept. */
            readonly key: {
                /** Format: uuid */
                readonly id: string;
                /** @description A member sees the prefix in place of the name of a key that another person made. */
                readonly name: string;
                /** @description The beginning of the secret. */
                readonly prefix: string;
            } | null;
        };
        /** @description Secrets that were found in public, in the format of GitHub's partners. */
        readonly LeakReports: readonly {
            readonly token: string;
            /** @example company_registry_api_key */
            readonly type: string;
            readonly url?: string | null;
            /** @example content */
            readonly source?: string | null;
        }[];
        /** @description A page of the payment provider's. */
        readonly BillingSession: {
            /** @description A page of the payment provider, open for a short time. */
            readonly data: {
                /**
                 * Format: uri
                 * @description The page to open. It is valid for a short time.
                 */
                readonly url: string;
            };
        };
        /** @description An event of the payment provider's. */
        readonly PaymentEvent: {
            readonly id: string;
            /** @example customer.subscription.updated */
            readonly type: string;
            /** @description When it happened, in seconds since 1970. */
            readonly created: number;
            readonly data: {
                /** @description The subscription or the checkout session. */
                readonly object: {
                    readonly [key: string]: unknown;
                };
            } & {
                readonly [key: string]: unknown;
            };
        } & {
            readonly [key: string]: unknown;
        };
        readonly PaymentReceipt: {
            /** @constant */
            readonly received: true;
            /** @description The event was received before and its effect is done. */
            readonly duplicate: boolean;
            /** @description Something newer is known of its subscription: recorded, no effect. */
            readonly stale: boolean;
        };
        readonly Live: {
            /** @constant */
            readonly status: "ok";
            /** @constant */
            readonly service: "web";
            /** @description The version of the running build. */
            readonly version: string;
        };
        readonly Ready: {
            /** @constant */
            readonly status: "ready";
            /** @constant */
            readonly database: "ok";
            /** @description The version of the running build. */
            readonly version: string;
        };
        readonly Unavailable: {
            /** @constant */
            readonly status: "unavailable";
            /** @constant */
            readonly database: "error";
            /** @description The version of the running build. */
            readonly version: string;
        };
        /** @description National fields of Australia. */
        readonly RegistryAU: {
            /** @description Whether the check digit of the number is right. */
            readonly numberValid?: boolean;
            /** @description `ACN` of a company, or `ARBN` of another registered body. */
            readonly numberKind?: string;
            /** @description The business number (ABN). */
            readonly businessNumber?: string | null;
            /** @description Whether the check digits of the business number are right. */
            readonly businessNumberValid?: boolean | null;
            /** @description State of registration, as a code. */
            readonly statusCode?: string | null;
            /** @description Type of company, as a code. */
            readonly legalFormCode?: string | null;
            /** @description Type of company in words. */
            readonly legalFormText?: string | null;
            /** @description Class of the company, by the liability of its members. */
            readonly class?: string | null;
            /** @description Subclass, such as that of a proprietary company. */
            readonly subclass?: string | null;
            /**
             * Format: date
             * @description When it was deregistered.
             */
            readonly deregisteredOn?: string | null;
            /** @description The state or territory with which it was registered before. */
            readonly previousState?: string | null;
            /** @description Its number there. */
            readonly stateNumber?: string | null;
            /**
             * Format: date
             * @description Since when it has its name.
             */
            readonly currentNameSince?: string | null;
            /** @description Names that it had before. */
            readonly previousNames?: readonly {
                /** @description The name. */
                readonly name?: string;
                /**
                 * Format: date
                 * @description Always null: the register does not state it.
                 */
                readonly from?: string | null;
                /**
                 * Format: date
                 * @description Always null: the register does not state it.
                 */
                readonly until?: string | null;
            }[];
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description What a company does, by the classifications of its register. */
        readonly RegistryActivities: {
            /** @description What it does, the main activity first if the register states it. */
            readonly unlicensed: readonly components["schemas"]["RegistryActivity"][];
            /** @description What it has a licence for. */
            readonly licensed: readonly components["schemas"]["RegistryActivity"][];
        };
        /** @description What a company does. */
        readonly RegistryActivity: {
            /** @description In the classification that the scheme names. */
            readonly code: string | null;
            /** @description The meaning of the code, in the national language. */
            readonly label: string | null;
            /** @description The classification, with its edition. */
            readonly scheme: string;
            /** @description The revision of NACE that the classification extends; null if it extends none, or if the file does not say. */
            readonly revision?: string | null;
            /** @description The activity in NACE Rev. 2.1; null where no published table leads there. */
            readonly nace?: {
                /**
                 * @description Of NACE.
                 * @constant
                 */
                readonly revision: "2.1";
                /** @description Sections (`K`), divisions (`62`), groups (`62.1`) or classes (`62.10`). */
                readonly codes: readonly string[];
                /** @description `same`: the code of the register. `derived`: the only code that it became. `several`: what it can have become. */
                readonly certainty: string;
            } | null;
        };
        /** @description National fields of Belgium. */
        readonly RegistryBE: {
            /** @description Whether the check digit of the number is right. */
            readonly numberValid?: boolean;
            /** @description The number as the register writes it, with dots. */
            readonly enterpriseNumber?: string;
            /** @description `AC` for an active enterprise. */
            readonly stateCode?: string | null;
            /** @description Juridical situation, as a code. */
            readonly situationCode?: string | null;
            /** @description Juridical situation in Dutch and French. */
            readonly situationText?: string | null;
            /** @description Legal form, as a code. */
            readonly legalFormCode?: string | null;
            /** @description The legal form that applies until the statutes follow the code of 2019. */
            readonly transitionalFormCode?: string | null;
            /** @description That form in Dutch and French. */
            readonly transitionalFormText?: string | null;
            /** @description All names. */
            readonly names?: readonly {
                /** @description The name. */
                readonly name?: string;
                /** @description `fr`, `nl`, `de` or `en`. */
                readonly language?: string | null;
                /** @description `name`, `abbreviation`, `commercial` or `branch`; any other code of the register unchanged. */
                readonly type?: string;
            }[];
            /** @description The seat. */
            readonly address?: {
                /** @description Country in Dutch, if it is not Belgium. */
                readonly countryNl?: string | null;
                /** @description Country in French, if it is not Belgium. */
                readonly countryFr?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
                /** @description Municipality in Dutch. */
                readonly municipalityNl?: string | null;
                /** @description Municipality in French. */
                readonly municipalityFr?: string | null;
                /** @description Street in Dutch. */
                readonly streetNl?: string | null;
                /** @description Street in French. */
                readonly streetFr?: string | null;
                /** @description House number. */
                readonly houseNumber?: string | null;
                /** @description Box. */
                readonly box?: string | null;
                /** @description What else the address says. */
                readonly extra?: string | null;
                /**
                 * Format: date
                 * @description When the register struck the address off.
                 */
                readonly struckOffOn?: string | null;
            } | null;
            /** @description Contact details. Null if they were erased. */
            readonly contacts?: readonly {
                /** @description `TEL`, `EMAIL` or `WEB`. */
                readonly type?: string;
                /** @description The number or address. */
                readonly value?: string;
            }[] | null;
            /** @description Numbers of its establishments. */
            readonly establishments?: readonly string[];
            /** @description Ids of its branches, of foreign entities. */
            readonly branches?: readonly string[];
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Cyprus. */
        readonly RegistryCY: {
            /** @description Type of organisation, as a code. */
            readonly typeCode?: string | null;
            /** @description Type of organisation in words. */
            readonly typeText?: string | null;
            /** @description Subtype in words. */
            readonly subType?: string | null;
            /** @description State in words. */
            readonly statusText?: string | null;
            /**
             * Format: date
             * @description Since when it has this state.
             */
            readonly statusSince?: string | null;
            /** @description Its other names. */
            readonly previousNames?: readonly {
                /** @description The name. */
                readonly name?: string;
                /** @description What kind of name it is, in words. */
                readonly status?: string | null;
            }[];
            /** @description The registered office. */
            readonly address?: {
                /** @description Street and number. */
                readonly street?: string | null;
                /** @description Building, floor and flat. */
                readonly building?: string | null;
                /** @description Post code, place and district. */
                readonly territory?: string | null;
            } | null;
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Czechia. */
        readonly RegistryCZ: {
            /** @description Whether the check digit of the number is right. */
            readonly numberValid?: boolean;
            /** @description Legal form, as a code. */
            readonly legalFormCode?: string | null;
            /** @description Legal form in words. */
            readonly legalFormText?: string | null;
            /** @description Legal form in the register of persons (ROS), as a code. */
            readonly registerFormCode?: string | null;
            /**
             * Format: date
             * @description When the unit ceased.
             */
            readonly ceasedOn?: string | null;
            /** @description How it ceased, as a code. */
            readonly ceasedHow?: string | null;
            /**
             * Format: date
             * @description When the register last changed the unit.
             */
            readonly updatedOn?: string | null;
            /** @description Size by number of employees, as a code. */
            readonly employeesBand?: string | null;
            /** @description Institutional sector, as a code. */
            readonly sectorCode?: string | null;
            /** @description The seat. */
            readonly address?: {
                /** @description Street. */
                readonly street?: string | null;
                /** @description Kind of house number, as a code. */
                readonly houseNumberType?: string | null;
                /** @description House number. */
                readonly houseNumber?: string | null;
                /** @description Number in the street. */
                readonly orientationNumber?: string | null;
                /** @description Part of the municipality. */
                readonly district?: string | null;
                /** @description Municipality. */
                readonly municipality?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
                /** @description The address in one line. */
                readonly full?: string | null;
                /** @description Code of the address in the register of addresses (RÚIAN). */
                readonly addressPointCode?: string | null;
                /** @description Code of the municipality. */
                readonly municipalityCode?: string | null;
                /** @description Code of the district (okres). */
                readonly regionCode?: string | null;
            };
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Estonia. */
        readonly RegistryEE: {
            /** @description State, as a letter. */
            readonly statusCode?: string | null;
            /** @description State in words. */
            readonly statusText?: string | null;
            /** @description Legal form in words. */
            readonly legalForm?: string | null;
            /** @description Subtype of the legal form in words. */
            readonly legalFormSubtype?: string | null;
            /** @description The number for value added tax. */
            readonly vatNumber?: string | null;
            /** @description The address. */
            readonly address?: {
                /** @description The normalized address in one line. */
                readonly full?: string | null;
                /** @description The address as the business entered it. */
                readonly business?: string | null;
                /** @description Street and house in the address. */
                readonly location?: string | null;
                /** @description Code of the settlement (EHAK). */
                readonly municipalityCode?: string | null;
                /** @description Settlement, municipality and county. */
                readonly municipality?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
                /** @description Id of the address in the address system (ADS). */
                readonly addressId?: string | null;
                /** @description Id of the building or site in the address system. */
                readonly addressObjectId?: string | null;
            } | null;
            /** @description The page of the company in the register. */
            readonly link?: string | null;
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Finland. */
        readonly RegistryFI: {
            /** @description Whether the check digit of the number is right. */
            readonly numberValid?: boolean;
            /**
             * Format: date
             * @description When the business ID was given.
             */
            readonly businessIdRegisteredOn?: string | null;
            /** @description The European identifier (EUID). */
            readonly euId?: string | null;
            /** @description State in the trade register, as a code. */
            readonly tradeRegisterStatus?: string | null;
            /** @description State of the business ID, as a code. */
            readonly businessIdStatus?: string | null;
            /**
             * Format: date
             * @description When it ended.
             */
            readonly endedOn?: string | null;
            /** @description Legal form, as a code. */
            readonly legalFormCode?: string | null;
            /** @description Legal form in words. */
            readonly legalFormText?: string | null;
            /** @description Names in other languages. */
            readonly parallelNames?: readonly {
                /** @description The name. */
                readonly name?: string;
                /**
                 * Format: date
                 * @description Since when it is registered.
                 */
                readonly from?: string | null;
            }[];
            /** @description Names of parts of the business. */
            readonly auxiliaryNames?: readonly {
                /** @description The name. */
                readonly name?: string;
                /**
                 * Format: date
                 * @description Since when it is registered.
                 */
                readonly from?: string | null;
            }[];
            /** @description Names that it had before. */
            readonly previousNames?: readonly {
                /** @description The name. */
                readonly name?: string;
                /**
                 * Format: date
                 * @description Since when it is registered.
                 */
                readonly from?: string | null;
                /**
                 * Format: date
                 * @description Until when.
                 */
                readonly until?: string | null;
            }[];
            /** @description Liquidation, bankruptcy and restructuring. */
            readonly situations?: readonly {
                /** @description `SELTILA`, `KONK` or `SANE`. */
                readonly type?: string | null;
                /**
                 * Format: date
                 * @description Since when.
                 */
                readonly from?: string | null;
                /**
                 * Format: date
                 * @description Until when.
                 */
                readonly until?: string | null;
            }[];
            /** @description Where it is. */
            readonly visitingAddress?: {
                /** @description Street. */
                readonly street?: string | null;
                /** @description Number of the building. */
                readonly buildingNumber?: string | null;
                /** @description Entrance. */
                readonly entrance?: string | null;
                /** @description Apartment. */
                readonly apartment?: string | null;
                /** @description Post-office box. */
                readonly poBox?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
                /** @description Town, in Finnish if the register has it. */
                readonly city?: string | null;
                /** @description Town in Swedish. */
                readonly citySwedish?: string | null;
                /** @description Code of the municipality. */
                readonly municipalityCode?: string | null;
                /** @description Country, if it is not Finland. */
                readonly country?: string | null;
                /** @description An address that is not split, such as a foreign one. */
                readonly freeText?: string | null;
            } | null;
            /** @description Where it receives post. */
            readonly postalAddress?: {
                /** @description Street. */
                readonly street?: string | null;
                /** @description Number of the building. */
                readonly buildingNumber?: string | null;
                /** @description Entrance. */
                readonly entrance?: string | null;
                /** @description Apartment. */
                readonly apartment?: string | null;
                /** @description Post-office box. */
                readonly poBox?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
                /** @description Town, in Finnish if the register has it. */
                readonly city?: string | null;
                /** @description Town in Swedish. */
                readonly citySwedish?: string | null;
                /** @description Code of the municipality. */
                readonly municipalityCode?: string | null;
                /** @description Country, if it is not Finland. */
                readonly country?: string | null;
                /** @description An address that is not split, such as a foreign one. */
                readonly freeText?: string | null;
            } | null;
            /** @description Its web site. */
            readonly website?: string | null;
            /** @description Entries in the registers of the authorities. */
            readonly entries?: readonly {
                /** @description The register, as a code. */
                readonly register?: string | null;
                /** @description The authority, as a code. */
                readonly authority?: string | null;
                /** @description What the entry says, as a code. */
                readonly type?: string | null;
                /** @description What the entry says in words. */
                readonly text?: string | null;
                /**
                 * Format: date
                 * @description Since when.
                 */
                readonly from?: string | null;
                /**
                 * Format: date
                 * @description Until when.
                 */
                readonly until?: string | null;
            }[];
            /** @description When the register last changed the record, as it writes it. */
            readonly modifiedAt?: string | null;
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of France. */
        readonly RegistryFR: {
            /** @description Whether the check digit of the number is right. */
            readonly numberValid?: boolean;
            /** @description `A` for an active unit, `C` for one that has ceased. */
            readonly administrativeStatus?: string | null;
            /** @description Legal form, as a code of four digits. */
            readonly legalFormCode?: string | null;
            /** @description Legal form in words. */
            readonly legalFormText?: string | null;
            /** @description Acronym. */
            readonly acronym?: string | null;
            /** @description Names by which it is known, up to three. */
            readonly usualNames?: readonly string[];
            /** @description `O` if the unit is public, `P` if parts of it are withheld. */
            readonly disclosure?: string | null;
            /** @description Number in the register of associations (RNA). */
            readonly associationNumber?: string | null;
            /** @description Size by number of employees, as a code. */
            readonly employeesBand?: string | null;
            /** @description The year that this size is of. */
            readonly employeesYear?: number | null;
            /** @description Whether it has employees. */
            readonly isEmployer?: boolean | null;
            /** @description `PME`, `ETI` or `GE`: small or medium, middle, or large. */
            readonly sizeCategory?: string | null;
            /** @description The year that this category is of. */
            readonly sizeCategoryYear?: number | null;
            /** @description Whether it belongs to the social economy. */
            readonly isSocialEconomy?: boolean | null;
            /** @description Whether it is a company with a mission. */
            readonly isMissionCompany?: boolean | null;
            /** @description How many periods the register has of it. */
            readonly periods?: number | null;
            /**
             * Format: date
             * @description Since when the present period lasts.
             */
            readonly periodSince?: string | null;
            /** @description When the register last worked on it, as it writes it. */
            readonly processedAt?: string | null;
            /**
             * Format: date
             * @description When it ceased.
             */
            readonly endedOn?: string | null;
            /** @description Number of the establishment that is its seat (SIRET). */
            readonly seatNumber?: string | null;
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of United Kingdom. */
        readonly RegistryGB: {
            /** @description Category of the company in words. */
            readonly companyCategory?: string | null;
            /** @description State of the company in words. */
            readonly companyStatus?: string | null;
            /**
             * Format: date
             * @description When it was dissolved.
             */
            readonly dissolvedOn?: string | null;
            /** @description The country that it comes from. */
            readonly countryOfOrigin?: string | null;
            /** @description Address of the record of the company in linked data. */
            readonly uri?: string | null;
            /** @description The registered office. */
            readonly address?: {
                /** @description In whose care. */
                readonly careOf?: string | null;
                /** @description Post-office box. */
                readonly poBox?: string | null;
                /** @description First line. */
                readonly line1?: string | null;
                /** @description Second line. */
                readonly line2?: string | null;
                /** @description Post town. */
                readonly postTown?: string | null;
                /** @description County. */
                readonly county?: string | null;
                /** @description Country. */
                readonly country?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
            };
            /** @description Its accounts. */
            readonly accounts?: {
                /** @description Day of the month on which its financial year ends. */
                readonly referenceDay?: number | null;
                /** @description Month in which its financial year ends. */
                readonly referenceMonth?: number | null;
                /**
                 * Format: date
                 * @description When the next ones are due.
                 */
                readonly nextDueOn?: string | null;
                /**
                 * Format: date
                 * @description The end of the period of the last one.
                 */
                readonly lastMadeUpOn?: string | null;
                /** @description Kind of the last ones, in words. */
                readonly category?: string | null;
            };
            /** @description Annual returns, which ended in 2016. */
            readonly returns?: {
                /**
                 * Format: date
                 * @description When the next one was due.
                 */
                readonly nextDueOn?: string | null;
                /**
                 * Format: date
                 * @description The end of the period of the last one.
                 */
                readonly lastMadeUpOn?: string | null;
            };
            /** @description Confirmation statements. */
            readonly confirmationStatement?: {
                /**
                 * Format: date
                 * @description When the next one is due.
                 */
                readonly nextDueOn?: string | null;
                /**
                 * Format: date
                 * @description The end of the period of the last one.
                 */
                readonly lastMadeUpOn?: string | null;
            };
            /** @description Charges upon its property. */
            readonly mortgages?: {
                /** @description How many there are. */
                readonly charges?: number | null;
                /** @description How many are outstanding. */
                readonly outstanding?: number | null;
                /** @description How many are satisfied in part. */
                readonly partSatisfied?: number | null;
                /** @description How many are satisfied. */
                readonly satisfied?: number | null;
            };
            /** @description Of a limited partnership. */
            readonly limitedPartnership?: {
                /** @description How many general partners it has. */
                readonly generalPartners?: number | null;
                /** @description How many limited partners it has. */
                readonly limitedPartners?: number | null;
            };
            /** @description Names that it had before, up to ten. */
            readonly previousNames?: readonly {
                /** @description The name. */
                readonly name?: string;
                /**
                 * Format: date
                 * @description Until when.
                 */
                readonly until?: string | null;
            }[];
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Ireland. */
        readonly RegistryIE: {
            /** @description State, as a code. */
            readonly statusCode?: string | null;
            /** @description State in words. */
            readonly statusText?: string | null;
            /**
             * Format: date
             * @description Since when it has this state.
             */
            readonly statusOn?: string | null;
            /** @description Type of company, as a code. */
            readonly legalFormCode?: string | null;
            /** @description Type of company in words. */
            readonly legalFormText?: string | null;
            /**
             * Format: date
             * @description Since when it has this type.
             */
            readonly legalFormSince?: string | null;
            /**
             * Format: date
             * @description Since when it has its name.
             */
            readonly nameSince?: string | null;
            /**
             * Format: date
             * @description When it was dissolved.
             */
            readonly dissolvedOn?: string | null;
            /**
             * Format: date
             * @description The day of the last annual return.
             */
            readonly lastReturnOn?: string | null;
            /**
             * Format: date
             * @description The day of the next annual return.
             */
            readonly nextReturnOn?: string | null;
            /**
             * Format: date
             * @description The end of the period of the last accounts.
             */
            readonly lastAccountsOn?: string | null;
            /** @description Principal object, as a code. */
            readonly principalObjectCode?: string | null;
            /** @description The registered office. */
            readonly address?: {
                /** @description The address, line by line. */
                readonly lines?: readonly string[] | null;
                /** @description Post code. */
                readonly eircode?: string | null;
            };
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Japan. */
        readonly RegistryJP: {
            /** @description Whether the check digit of the number is right. */
            readonly numberValid?: boolean;
            /** @description Kind of corporation, as a code. */
            readonly kindCode?: string | null;
            /**
             * Format: date
             * @description When the corporate number was given.
             */
            readonly assignedOn?: string | null;
            /** @description What the latest entry is about, as a code. */
            readonly processCode?: string | null;
            /** @description Whether the latest entry corrects an earlier one. */
            readonly isCorrection?: boolean | null;
            /**
             * Format: date
             * @description When the register last wrote the record.
             */
            readonly updatedOn?: string | null;
            /**
             * Format: date
             * @description When the change in the latest entry took effect.
             */
            readonly changedOn?: string | null;
            /** @description What was changed, in words. */
            readonly changeCause?: string | null;
            /**
             * Format: date
             * @description When the record was closed.
             */
            readonly closedOn?: string | null;
            /** @description Why it was closed, as a code. */
            readonly closeCause?: string | null;
            /** @description Number of the corporation that took it over. */
            readonly successorNumber?: string | null;
            /** @description Name in English. */
            readonly englishName?: string | null;
            /** @description How the name is read, in kana. */
            readonly nameReading?: string | null;
            /** @description Id of an image of the name, where signs of it are missing. */
            readonly nameImageId?: string | null;
            /** @description Whether the register leaves it out of its own search. */
            readonly isWithheldFromSearch?: boolean | null;
            /** @description Of the head office. */
            readonly address?: {
                /** @description Prefecture. */
                readonly prefecture?: string | null;
                /** @description City, ward, town or village. */
                readonly city?: string | null;
                /** @description Street and number. */
                readonly street?: string | null;
                /** @description Code of the prefecture. */
                readonly prefectureCode?: string | null;
                /** @description Code of the city within the prefecture. */
                readonly cityCode?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
                /** @description An address in another country. */
                readonly outsideJapan?: string | null;
                /** @description Id of an image of the address, where signs of it are missing. */
                readonly imageId?: string | null;
                /** @description Id of an image of the address in another country. */
                readonly outsideImageId?: string | null;
            };
            /** @description The address in English. */
            readonly englishAddress?: {
                /** @description Prefecture. */
                readonly prefecture?: string | null;
                /** @description City and street. */
                readonly city?: string | null;
                /** @description An address in another country. */
                readonly outsideJapan?: string | null;
            };
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Lithuania. */
        readonly RegistryLT: {
            /** @description Whether the check digit of the number is right; null for old numbers of seven digits, which have none. */
            readonly numberValid?: boolean | null;
            /** @description Legal form, as a code. */
            readonly legalFormCode?: string | null;
            /** @description Legal form in words. */
            readonly legalFormText?: string | null;
            /** @description Legal status, as a code. */
            readonly statusCode?: string | null;
            /** @description Legal status in words. */
            readonly statusText?: string | null;
            /**
             * Format: date
             * @description Since when it has this status.
             */
            readonly statusSince?: string | null;
            /**
             * Format: date
             * @description When it was struck off.
             */
            readonly struckOffOn?: string | null;
            /** @description The seat. */
            readonly address?: {
                /** @description The address in one line. */
                readonly full?: string | null;
            };
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Latvia. */
        readonly RegistryLV: {
            /** @description Legal form, as a code. */
            readonly legalFormCode?: string | null;
            /** @description Legal form in words. */
            readonly legalFormText?: string | null;
            /** @description The register that it is entered in, as a code. */
            readonly registerCode?: string | null;
            /** @description That register in words. */
            readonly registerText?: string | null;
            /** @description The part of the name before the quotes. */
            readonly nameBeforeQuotes?: string | null;
            /** @description The part in the quotes. */
            readonly nameInQuotes?: string | null;
            /** @description The part after the quotes. */
            readonly nameAfterQuotes?: string | null;
            /** @description Whether the name has no quotes to split it at. */
            readonly withoutQuotes?: boolean | null;
            /** @description Creditor identifier for SEPA. */
            readonly sepaCreditorId?: string | null;
            /** @description `L` if it was liquidated, `R` if it was reorganized. */
            readonly closureCode?: string | null;
            /**
             * Format: date
             * @description When it ended.
             */
            readonly terminatedOn?: string | null;
            /**
             * Format: date
             * @description By when it had to be registered again.
             */
            readonly reregistrationTerm?: string | null;
            /** @description The seat. */
            readonly address?: {
                /** @description The address in one line. */
                readonly full?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
                /** @description Id of the address in the register of addresses. */
                readonly addressId?: string | null;
                /** @description Id of the region there. */
                readonly regionId?: string | null;
                /** @description Id of the town there. */
                readonly cityId?: string | null;
                /** @description Code of the territory (ATVK). */
                readonly territoryCode?: string | null;
            };
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Moldova. */
        readonly RegistryMD: {
            /** @description Whether the check digit of the number is right; null for old numbers, which have none. */
            readonly idnoValid?: boolean | null;
            /** @description State in words, only in the oldest files. */
            readonly statusText?: string | null;
            /**
             * Format: date
             * @description When it was liquidated.
             */
            readonly liquidatedOn?: string | null;
            /** @description The address in one line. */
            readonly address?: string | null;
            /** @description Code of the territory (CUATM). */
            readonly territoryCode?: string | null;
            /** @description Who runs it. Null if the text cannot be parsed reliably. */
            readonly directors?: readonly {
                /** @description The name. */
                readonly name?: string;
                /** @description The office, in words. */
                readonly role?: string | null;
            }[] | null;
            /** @description The directors as a text, if it cannot be parsed reliably. */
            readonly directorsText?: string | null;
            /** @description Who founded it. Null if the text cannot be parsed reliably. */
            readonly founders?: readonly {
                /** @description The name. */
                readonly name?: string;
                /** @description Share of the capital in per cent. */
                readonly share?: number | null;
            }[] | null;
            /** @description The founders as a text, if it cannot be parsed reliably. */
            readonly foundersText?: string | null;
            /** @description How many members it has, if the register states their number instead of names. */
            readonly memberCount?: number | null;
            /** @description The beneficial owners. Null if the text cannot be parsed reliably. */
            readonly beneficiaries?: readonly {
                /** @description The name. */
                readonly name?: string;
                /** @description Country, in three letters (ISO 3166-1 alpha-3). */
                readonly country?: string;
            }[] | null;
            /** @description The beneficial owners as a text, if it cannot be parsed reliably. */
            readonly beneficiariesText?: string | null;
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Norway. */
        readonly RegistryNO: {
            /** @description Legal form, as a code. */
            readonly legalFormCode?: string | null;
            /** @description Whether it is bankrupt. */
            readonly bankrupt?: boolean | null;
            /** @description Whether it is being wound up. */
            readonly windingUp?: boolean | null;
            /** @description Whether it is being wound up or dissolved by force. */
            readonly forcedWindingUp?: boolean | null;
            /**
             * Format: date
             * @description When it was deleted.
             */
            readonly deletedOn?: string | null;
            /** @description Legal form in words. */
            readonly legalFormText?: string | null;
            /** @description Kind of auxiliary unit, as a code. */
            readonly auxiliaryUnitCode?: string | null;
            /** @description Kind of auxiliary unit in words. */
            readonly auxiliaryUnitText?: string | null;
            /** @description How many employees it has. */
            readonly employees?: number | null;
            /** @description Whether the number of employees is registered. */
            readonly hasRegisteredEmployees?: boolean | null;
            /** @description Its web site. */
            readonly website?: string | null;
            /** @description Its e-mail address. */
            readonly email?: string | null;
            /** @description Its telephone number. */
            readonly phone?: string | null;
            /** @description Its mobile number. */
            readonly mobile?: string | null;
            /** @description Where it is. */
            readonly businessAddress?: {
                /** @description The address, line by line. */
                readonly lines?: readonly string[] | null;
                /** @description Post town. */
                readonly postTown?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
                /** @description Municipality. */
                readonly municipality?: string | null;
                /** @description Code of the municipality. */
                readonly municipalityCode?: string | null;
                /** @description Country. */
                readonly country?: string | null;
                /** @description Country, in two letters. */
                readonly countryCode?: string | null;
            };
            /** @description Where it receives post. */
            readonly postalAddress?: {
                /** @description The address, line by line. */
                readonly lines?: readonly string[] | null;
                /** @description Post town. */
                readonly postTown?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
                /** @description Municipality. */
                readonly municipality?: string | null;
                /** @description Code of the municipality. */
                readonly municipalityCode?: string | null;
                /** @description Country. */
                readonly country?: string | null;
                /** @description Country, in two letters. */
                readonly countryCode?: string | null;
            };
            /** @description Institutional sector, as a code. */
            readonly sectorCode?: string | null;
            /** @description Institutional sector in words. */
            readonly sectorText?: string | null;
            /** @description The year of the last accounts. */
            readonly lastAccountsYear?: number | null;
            /**
             * Format: date
             * @description When it was founded.
             */
            readonly foundedOn?: string | null;
            /**
             * Format: date
             * @description The day of its articles.
             */
            readonly articlesOn?: string | null;
            /** @description Its purpose, by the articles. */
            readonly purpose?: string | null;
            /** @description What it does, in its own words. */
            readonly activity?: string | null;
            /** @description The form of Norwegian for letters to it. */
            readonly language?: string | null;
            /** @description Number of the unit above it. */
            readonly parent?: string | null;
            /** @description Whether it is in the register for value added tax. */
            readonly inVatRegister?: boolean | null;
            /**
             * Format: date
             * @description Since when it is in that register.
             */
            readonly vatRegisteredOn?: string | null;
            /** @description Why it registered for VAT voluntarily. */
            readonly voluntaryVatReason?: string | null;
            /** @description Whether it is in the register of non-profit organisations. */
            readonly inVoluntaryRegister?: boolean | null;
            /**
             * Format: date
             * @description Since when it is in that register.
             */
            readonly voluntaryRegisteredOn?: string | null;
            /** @description Whether it is in the register of business enterprises. */
            readonly inBusinessRegister?: boolean | null;
            /**
             * Format: date
             * @description Since when it is in that register.
             */
            readonly businessRegisteredOn?: string | null;
            /** @description Whether it is in the register of foundations. */
            readonly inFoundationRegister?: boolean | null;
            /** @description Whether it is in the register of political parties. */
            readonly inPartyRegister?: boolean | null;
            /** @description Whether it belongs to a group of companies. */
            readonly inGroup?: boolean | null;
            /** @description Its capital. */
            readonly capital?: {
                /** @description How much. */
                readonly amount?: number | null;
                /** @description Currency. */
                readonly currency?: string | null;
                /** @description Number of shares. */
                readonly shares?: number | null;
                /** @description Kind of capital, in words. */
                readonly type?: string | null;
                /** @description How much is paid in. */
                readonly paidIn?: number | null;
                /**
                 * Format: date
                 * @description When it was registered.
                 */
                readonly registeredOn?: string | null;
            };
            /** @description Of a foreign company: how it is registered at home. */
            readonly home?: {
                /** @description The register. */
                readonly registerName?: string | null;
                /** @description Its number there. */
                readonly registrationNumber?: string | null;
                /** @description Legal form there, as a code. */
                readonly legalFormCode?: string | null;
                /** @description Legal form there in words. */
                readonly legalFormText?: string | null;
                /** @description The country whose law it is under. */
                readonly lawCountry?: string | null;
                /** @description That country, in two letters. */
                readonly lawCountryCode?: string | null;
            };
            /**
             * Format: date
             * @description When it decided to have no auditor.
             */
            readonly auditWaivedOn?: string | null;
            /**
             * Format: date
             * @description When the bankruptcy was opened.
             */
            readonly bankruptOn?: string | null;
            /**
             * Format: date
             * @description When the winding up began.
             */
            readonly windingUpOn?: string | null;
            /**
             * Format: date
             * @description When the negotiation of a reconstruction began.
             */
            readonly reconstructionOn?: string | null;
            /**
             * Format: date
             * @description When insolvency proceedings abroad began.
             */
            readonly foreignInsolvencyOn?: string | null;
            /**
             * Format: date
             * @description When its dissolution was ordered because it had no manager.
             */
            readonly dissolvedForMissingManagerOn?: string | null;
            /**
             * Format: date
             * @description When its dissolution was ordered because it had no auditor.
             */
            readonly dissolvedForMissingAuditorOn?: string | null;
            /**
             * Format: date
             * @description When its dissolution was ordered because it had no accounts.
             */
            readonly dissolvedForMissingAccountsOn?: string | null;
            /**
             * Format: date
             * @description When its dissolution was ordered because its board was incomplete.
             */
            readonly dissolvedForIncompleteBoardOn?: string | null;
            /**
             * Format: date
             * @description When its winding up was ordered because it had not been deleted.
             */
            readonly woundUpForMissingDeletionOn?: string | null;
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Romania. */
        readonly RegistryRO: {
            /** @description The fiscal code (CUI). */
            readonly fiscalCode?: string | null;
            /** @description Whether the check digit of the fiscal code is right. */
            readonly fiscalCodeValid?: boolean | null;
            /** @description The European identifier (EUID). */
            readonly euid?: string | null;
            /** @description Legal form, as a code. */
            readonly legalFormCode?: string | null;
            /** @description All its states. */
            readonly statuses?: readonly {
                /** @description The state, as a code. */
                readonly code?: string;
                /** @description The state in words. */
                readonly text?: string | null;
            }[];
            /** @description The seat. */
            readonly address?: {
                /** @description Country. */
                readonly country?: string | null;
                /** @description County. */
                readonly county?: string | null;
                /** @description Locality. */
                readonly locality?: string | null;
                /** @description Street. */
                readonly street?: string | null;
                /** @description Number in the street. */
                readonly number?: string | null;
                /** @description Block. */
                readonly block?: string | null;
                /** @description Staircase. */
                readonly staircase?: string | null;
                /** @description Floor. */
                readonly floor?: string | null;
                /** @description Apartment. */
                readonly apartment?: string | null;
                /** @description Sector of Bucharest. */
                readonly sector?: string | null;
                /** @description What else the address says. */
                readonly more?: string | null;
                /** @description Post code, with its leading zero. */
                readonly postCode?: string | null;
            };
            /** @description Its web site; some write a telephone number or an e-mail address. */
            readonly web?: string | null;
            /** @description Country of the company above it. */
            readonly parentCountry?: string | null;
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Sweden. */
        readonly RegistrySE: {
            /** @description Whether the check digit of the number is right. */
            readonly numberValid?: boolean;
            /** @description Legal form, as a code. */
            readonly legalFormCode?: string | null;
            /** @description Legal form in words. */
            readonly legalFormText?: string | null;
            /** @description The country that it is registered in. */
            readonly registrationCountry?: string | null;
            /**
             * Format: date
             * @description Since when it has its name.
             */
            readonly nameSince?: string | null;
            /** @description Further names. */
            readonly otherNames?: readonly {
                /** @description The name. */
                readonly name?: string;
                /** @description What kind of name it is, as a word of the register. */
                readonly type?: string;
                /**
                 * Format: date
                 * @description Since when.
                 */
                readonly since?: string | null;
            }[];
            /**
             * Format: date
             * @description When it was removed from the register.
             */
            readonly deregisteredOn?: string | null;
            /** @description Why, as a code. */
            readonly deregistrationReason?: string | null;
            /** @description Current proceedings. */
            readonly proceedings?: readonly {
                /** @description Which, as a code. */
                readonly code?: string;
                /**
                 * Format: date
                 * @description Since when.
                 */
                readonly since?: string | null;
            }[];
            /** @description What it does, in its own words. */
            readonly business?: string | null;
            /** @description Where it receives post. */
            readonly address?: {
                /** @description Street and number, or box. */
                readonly street?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
                /** @description Post town. */
                readonly postTown?: string | null;
                /** @description Country. */
                readonly country?: string | null;
            } | null;
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
        /** @description National fields of Slovakia. */
        readonly RegistrySK: {
            /** @description Id of the record in the register (RPO). */
            readonly rpoId?: string | null;
            /** @description The identification number (IČO). */
            readonly ico?: string | null;
            /** @description Whether the check digit of the identification number is right; null if there is none. */
            readonly numberValid?: boolean | null;
            /** @description Legal form, as a code. */
            readonly legalFormCode?: string | null;
            /** @description Legal form in words. */
            readonly legalFormText?: string | null;
            /** @description Legal status, as a code. */
            readonly legalStatusCode?: string | null;
            /** @description Legal status in words. */
            readonly legalStatusText?: string | null;
            /**
             * Format: date
             * @description When it ended.
             */
            readonly endedOn?: string | null;
            /** @description Names that it had before. */
            readonly previousNames?: readonly {
                /** @description The name. */
                readonly name?: string;
                /**
                 * Format: date
                 * @description Since when.
                 */
                readonly from?: string | null;
                /**
                 * Format: date
                 * @description Until when; null for one that is in use.
                 */
                readonly until?: string | null;
            }[];
            /** @description Further names. */
            readonly alternativeNames?: readonly {
                /** @description The name. */
                readonly name?: string;
                /**
                 * Format: date
                 * @description Since when.
                 */
                readonly from?: string | null;
                /**
                 * Format: date
                 * @description Until when; null for one that is in use.
                 */
                readonly until?: string | null;
            }[];
            /** @description The seat. */
            readonly address?: {
                /** @description Street. */
                readonly street?: string | null;
                /** @description Number in the register of buildings. */
                readonly registerNumber?: string | null;
                /** @description Number in the street. */
                readonly buildingNumber?: string | null;
                /** @description Post code. */
                readonly postCode?: string | null;
                /** @description Municipality. */
                readonly municipality?: string | null;
                /** @description Country. */
                readonly country?: string | null;
                /** @description Country, as a code. */
                readonly countryCode?: string | null;
                /**
                 * Format: date
                 * @description Since when it has this address.
                 */
                readonly from?: string | null;
            } | null;
            /** @description The register that keeps the entity. */
            readonly sourceRegister?: {
                /** @description Which, as a code. */
                readonly code?: string | null;
                /** @description Its name. */
                readonly name?: string | null;
            };
            /** @description The office that registered it. */
            readonly registrationOffice?: string | null;
            /** @description Its number there. */
            readonly registrationNumber?: string | null;
            /** @description What it may do, by its entry. */
            readonly businessObjects?: readonly {
                /** @description In words. */
                readonly text?: string | null;
                /**
                 * Format: date
                 * @description Since when.
                 */
                readonly from?: string | null;
            }[];
            /**
             * Format: date
             * @description When the register last changed the record.
             */
            readonly modifiedOn?: string | null;
            readonly activities: components["schemas"]["RegistryActivities"];
        } & {
            readonly [key: string]: unknown;
        };
    };
    responses: {
        /** @description `invalid_request`: The request is malformed. */
        readonly "400-invalid_request-metered": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-sometimes"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-sometimes"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-sometimes"];
                readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit-sometimes"];
                readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining-sometimes"];
                readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset-sometimes"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy-sometimes"];
                readonly RateLimit: components["headers"]["RateLimit-sometimes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `api_key_required`: An API key is required: send it in the X-API-Key header.
         *     `invalid_api_key`: The API key is unknown, revoked, expired or damaged.
         */
        readonly "401-api_key_required-invalid_api_key": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `insufficient_scope`: The API key does not have the scope that this needs.
         *     `insufficient_role`: Your role in this account does not allow this.
         *     `address_not_allowed`: The API key may not be used from this address.
         */
        readonly "403-insufficient_scope-insufficient_role-address_not_allowed": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate-sometimes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `request_timeout`: The request did not arrive in time. */
        readonly "408-request_timeout": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rate_limit_exceeded`: The per-minute limit is used up.
         *     `monthly_quota_exceeded`: The quota of this billing period is used up.
         */
        readonly "429-rate_limit_exceeded-monthly_quota_exceeded-metered": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-sometimes"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-sometimes"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-sometimes"];
                readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit-sometimes"];
                readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining-sometimes"];
                readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset-sometimes"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy-sometimes"];
                readonly RateLimit: components["headers"]["RateLimit-sometimes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `internal_error`: Something went wrong on our side. Quote the request id when you report it. */
        readonly "500-internal_error": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `service_unavailable`: The service cannot reach its database at the moment. */
        readonly "503-service_unavailable": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `payload_too_large`: The request is too large. */
        readonly "413-payload_too_large": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `entity_not_found`: There is no record with this id. */
        readonly "404-entity_not_found-metered": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `cursor_expired`: The changes after this cursor are no longer kept: take a snapshot (GET /api/v1/snapshots) and go on from its cursor. */
        readonly "410-cursor_expired": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `snapshot_not_found`: There is no snapshot with this id: GET /api/v1/snapshots lists those there are. */
        readonly "404-snapshot_not_found-metered": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `range_not_satisfiable`: The range lies outside of the file. */
        readonly "416-range_not_satisfiable": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `invalid_request`: The request is malformed. */
        readonly "400-invalid_request": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `watch_limit_reached`: The plan's number of watch lists or watched companies is used up.
         *     `idempotency_key_reused`: This Idempotency-Key was used for another request.
         */
        readonly "409-watch_limit_reached-idempotency_key_reused": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `watch_list_not_found`: There is no watch list with this id in this account. */
        readonly "404-watch_list_not_found-metered": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `watch_limit_reached`: The plan's number of watch lists or watched companies is used up. */
        readonly "409-watch_limit_reached": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `webhook_address_refused`: Messages cannot be sent to this address.
         *     `invalid_request`: The request is malformed.
         */
        readonly "400-webhook_address_refused-invalid_request-metered": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit-sometimes"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining-sometimes"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset-sometimes"];
                readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit-sometimes"];
                readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining-sometimes"];
                readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset-sometimes"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy-sometimes"];
                readonly RateLimit: components["headers"]["RateLimit-sometimes"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `webhook_limit_reached`: The plan's number of webhook endpoints is used up.
         *     `idempotency_key_reused`: This Idempotency-Key was used for another request.
         */
        readonly "409-webhook_limit_reached-idempotency_key_reused": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `webhook_endpoint_not_found`: There is no webhook endpoint with this id in this account. */
        readonly "404-webhook_endpoint_not_found-metered": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `webhook_endpoint_not_found`: There is no webhook endpoint with this id in this account.
         *     `watch_list_not_found`: There is no watch list with this id in this account.
         */
        readonly "404-webhook_endpoint_not_found-watch_list_not_found-metered": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `rotation_in_progress`: The key has a successor, or an older key is still in its overlap: rotate the successor without an overlap, or revoke the older one first. */
        readonly "409-rotation_in_progress": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `webhook_endpoint_disabled`: The endpoint is disabled: enable it first.
         *     `webhook_test_under_way`: A test of this account is under way: wait for what comes of it.
         */
        readonly "409-webhook_endpoint_disabled-webhook_test_under_way": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `webhook_endpoint_not_found`: There is no webhook endpoint with this id in this account.
         *     `webhook_delivery_not_found`: The endpoint has no delivery with this id, or it is too old.
         */
        readonly "404-webhook_endpoint_not_found-webhook_delivery_not_found-metered": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                readonly RateLimit: components["headers"]["RateLimit"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `webhook_endpoint_disabled`: The endpoint is disabled: enable it first. */
        readonly "409-webhook_endpoint_disabled": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `session_required`: A session is required: sign in first.
         *     `invalid_session`: The session is expired or not valid here.
         */
        readonly "401-session_required-invalid_session": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `insufficient_role`: Your role in this account does not allow this.
         *     `issuer_required`: This account requires you to sign in in another way.
         */
        readonly "403-insufficient_role-issuer_required": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `account_not_found`: You are not a member of an account with this id. */
        readonly "404-account_not_found": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rate_limit_exceeded`: The per-minute limit is used up.
         *     `return_too_soon`: You have left and come back within the last 24 hours: wait for Retry-After, then sign in again.
         */
        readonly "429-rate_limit_exceeded-return_too_soon": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `last_owner`: An account needs an owner: make another member an owner first. */
        readonly "409-last_owner": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `billing_unavailable`: The payment provider cannot be reached at the moment.
         *     `service_unavailable`: The service cannot reach its database at the moment.
         */
        readonly "503-billing_unavailable-service_unavailable": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `api_key_limit_reached`: The plan's number of active API keys is used up.
         *     `idempotency_key_reused`: This Idempotency-Key was used for another request.
         */
        readonly "409-api_key_limit_reached-idempotency_key_reused": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `account_not_found`: You are not a member of an account with this id.
         *     `api_key_not_found`: There is no active API key with this id in this account.
         */
        readonly "404-account_not_found-api_key_not_found": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `rotation_in_progress`: The key has a successor, or an older key is still in its overlap: rotate the successor without an overlap, or revoke the older one first.
         *     `idempotency_key_reused`: This Idempotency-Key was used for another request.
         */
        readonly "409-rotation_in_progress-idempotency_key_reused": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `account_not_found`: You are not a member of an account with this id.
         *     `api_key_not_found`: There is no active API key with this id in this account.
         *     `reconcile_address_not_found`: The API key has no address for OpenRefine.
         */
        readonly "404-account_not_found-api_key_not_found-reconcile_address_not_found": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `account_not_found`: You are not a member of an account with this id.
         *     `member_not_found`: There is no member with this id in this account.
         */
        readonly "404-account_not_found-member_not_found": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `member_limit_reached`: The plan's number of members is used up.
         *     `idempotency_key_reused`: This Idempotency-Key was used for another request.
         */
        readonly "409-member_limit_reached-idempotency_key_reused": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `account_not_found`: You are not a member of an account with this id.
         *     `invitation_not_found`: There is no such invitation: it is used, expired, revoked or unknown.
         */
        readonly "404-account_not_found-invitation_not_found": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `already_member`: You are a member of this account already.
         *     `member_limit_reached`: The plan's number of members is used up.
         */
        readonly "409-already_member-member_limit_reached": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `account_not_found`: You are not a member of an account with this id.
         *     `session_not_found`: There is no open session with this id in this account.
         */
        readonly "404-account_not_found-session_not_found": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /**
         * @description `invalid_signature`: The signature is missing, wrong or too old.
         *     `invalid_request`: The request is malformed.
         */
        readonly "400-invalid_signature-invalid_request": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `not_found`: There is nothing at this path. */
        readonly "404-not_found": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
        /** @description `rate_limit_exceeded`: The per-minute limit is used up. */
        readonly "429-rate_limit_exceeded": {
            headers: {
                readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                readonly "Cache-Control": components["headers"]["Cache-Control"];
                readonly "Retry-After": components["headers"]["Retry-After"];
                readonly [name: string]: unknown;
            };
            content: {
                readonly "application/json": components["schemas"]["ErrorResponse"];
            };
        };
    };
    parameters: {
        /** @description One of the accounts that you are in. Without it, the account that you made. */
        readonly "X-Account-ID": string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description Identifies the request in our log.
         * @example 5f0c954e-28f5-4f3c-9f0a-0d6f3d0f0c11
         */
        readonly "X-Request-ID": string;
        /**
         * @description How long the answer may be cached, and by which caches.
         * @example no-store
         */
        readonly "Cache-Control": string;
        /**
         * @description Requests allowed per minute.
         * @example 60
         */
        readonly "X-RateLimit-Limit": number;
        /**
         * @description Requests left in the current window.
         * @example 59
         */
        readonly "X-RateLimit-Remaining": number;
        /**
         * @description Unix timestamp when the window resets.
         * @example 1794700860
         */
        readonly "X-RateLimit-Reset": number;
        /**
         * @description Requests allowed in the billing period.
         * @example 1000
         */
        readonly "X-Monthly-Quota-Limit": number;
        /**
         * @description Requests left in the period.
         * @example 999
         */
        readonly "X-Monthly-Quota-Remaining": number;
        /**
         * @description When the new period starts.
         * @example 2026-12-01T00:00:00.000Z
         */
        readonly "X-Monthly-Quota-Reset": string;
        /**
         * @description Both limits in the form of the IETF draft (httpapi-ratelimit-headers): quota and window in seconds.
         * @example "minute";q=60;w=60, "period";q=1000;w=2592000
         */
        readonly "RateLimit-Policy": string;
        /**
         * @description What is left of each limit, and the seconds until it resets.
         * @example "minute";r=59;t=42, "period";r=999;t=1382400
         */
        readonly RateLimit: string;
        /**
         * @description Of this answer, for `If-None-Match`.
         * @example "qZk-Xk0m3bRzYw7vJt2u1sP9aLc"
         */
        readonly ETag: string;
        /**
         * @description Requests allowed per minute.
         * @example 60
         */
        readonly "X-RateLimit-Limit-sometimes": number;
        /**
         * @description Requests left in the current window.
         * @example 59
         */
        readonly "X-RateLimit-Remaining-sometimes": number;
        /**
         * @description Unix timestamp when the window resets.
         * @example 1794700860
         */
        readonly "X-RateLimit-Reset-sometimes": number;
        /**
         * @description Requests allowed in the billing period.
         * @example 1000
         */
        readonly "X-Monthly-Quota-Limit-sometimes": number;
        /**
         * @description Requests left in the period.
         * @example 999
         */
        readonly "X-Monthly-Quota-Remaining-sometimes": number;
        /**
         * @description When the new period starts.
         * @example 2026-12-01T00:00:00.000Z
         */
        readonly "X-Monthly-Quota-Reset-sometimes": string;
        /**
         * @description Both limits in the form of the IETF draft (httpapi-ratelimit-headers): quota and window in seconds.
         * @example "minute";q=60;w=60, "period";q=1000;w=2592000
         */
        readonly "RateLimit-Policy-sometimes": string;
        /**
         * @description What is left of each limit, and the seconds until it resets.
         * @example "minute";r=59;t=42, "period";r=999;t=1382400
         */
        readonly "RateLimit-sometimes": string;
        /**
         * @description How to authenticate, and whether the given credential is invalid.
         * @example Bearer realm="company-registry", error="invalid_token"
         */
        readonly "WWW-Authenticate": string;
        /**
         * @description The scope that is needed, if it lacks.
         * @example Bearer realm="company-registry", error="insufficient_scope", scope="companies:read"
         */
        readonly "WWW-Authenticate-sometimes": string;
        /**
         * @description Seconds to wait before the next attempt.
         * @example 1
         */
        readonly "Retry-After": number;
        /** @description For `updatedSince`, to learn later what changed since this page: nothing is left out and nothing comes twice. Of several pages take that of the first. */
        readonly "X-Next-Updated-Since-sometimes": string;
        /** @description No register has the country that was asked for; with the code that is probably meant, where there is one: `UK; likely=GB`. */
        readonly "X-Unknown-Country-sometimes": string;
        /** @description Licensed activities were asked for, and no register of the countries that were looked at has any. It names these countries: `FR`. */
        readonly "X-No-Licensed-Activities-sometimes": string;
        /** @description With `asOf`: since when the record was served like this (RFC 7089). */
        readonly "Memento-Datetime-sometimes": string;
        /** @description A page that says `hasMore` may be kept. */
        readonly "Cache-Control-sometimes": string;
        /** @description That the answer could wait for something new, and for how many seconds. */
        readonly "Preference-Applied-sometimes": string;
        /** @description `true` where this is the answer of an earlier request with the same Idempotency-Key. */
        readonly "Idempotent-Replayed-sometimes": string;
        /**
         * @description The answer is a file to save.
         * @example attachment; filename="account.json"
         */
        readonly "Content-Disposition": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    readonly listCountries: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of an answer that you have. If it is still valid, the status is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The countries. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "code": "MD",
                     *           "name": "Moldova",
                     *           "nativeName": "Moldova",
                     *           "enabled": true
                     *         },
                     *         {
                     *           "code": "RO",
                     *           "name": "Romania",
                     *           "nativeName": "România",
                     *           "enabled": false
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 2
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Country"][];
                        readonly meta: {
                            readonly count: number;
                        };
                    };
                };
            };
            /** @description Your copy of the answer is still valid. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly searchEntities: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description Fragment of name or national registration number; case and diacritics are ignored. At most 200 characters.
                 * @example exemplu
                 */
                readonly q?: string;
                /**
                 * @description ISO 3166-1 alpha-2, in either case.
                 * @example MD
                 */
                readonly country?: string;
                /**
                 * @description Any of these countries, with commas between, instead of `country`. Each must be one that a register has.
                 * @example EE,LV,FI
                 */
                readonly countries?: string;
                /**
                 * @description Exact national legal form.
                 * @example Societate cu răspundere limitată
                 */
                readonly legalForm?: string;
                /**
                 * @description The legal form by ISO 20275, as `legalFormCode` has it: four characters.
                 * @example H0PO
                 */
                readonly legalFormCode?: string;
                /** @description What the legal form is in every country. */
                readonly legalFormGroup?: "limited_company" | "public_limited_company" | "partnership" | "limited_partnership" | "cooperative" | "foundation" | "association" | "branch" | "public_body" | "sole_trader" | "other" | "unlimited_company" | "economic_interest_grouping" | "religious_body" | "investment_fund";
                /**
                 * @description Exact national activity or its code.
                 * @example 0111
                 */
                readonly activity?: string;
                /** @description Which activities `activity` filters. */
                readonly activityType?: "unlicensed" | "licensed";
                /**
                 * @description Only activities of this classification count, such as MD-CAEM-2. Without `activity`: the record has any of them.
                 * @example MD-CAEM-2
                 */
                readonly activityScheme?: string;
                /**
                 * @description A section, division, group or class of NACE Rev. 2.1: `J`, `62`, `62.1` or `62.10`. The record has an activity that is in it, by `nace` of its activities.
                 * @example 62
                 */
                readonly nace?: string;
                /**
                 * @description A postal code of `address`, or its beginning: blanks, dashes and case are ignored.
                 * @example QX30
                 */
                readonly postalCode?: string;
                /**
                 * @description The whole `locality` of `address`, or its name in one language where the register has several; case and diacritics are ignored.
                 * @example Wheniponbury
                 */
                readonly locality?: string;
                /** @description Normalized status. */
                readonly status?: "active" | "winding_up" | "insolvent" | "dissolved" | "unknown";
                /**
                 * @description Registered on this day or later, as in 2026-11-15.
                 * @example 2004-09-27
                 */
                readonly registeredFrom?: string;
                /**
                 * @description Registered on this day or before, as in 2026-11-15.
                 * @example 2004-09-27
                 */
                readonly registeredTo?: string;
                /**
                 * @description Changed at this moment or later, as in 2026-11-15T09:30:00Z.
                 * @example 2026-09-14T06:00:00Z
                 */
                readonly updatedSince?: string;
                /**
                 * @description A whole number of the record: the national one, or any other of its registrations. Blanks, dots, dashes, case, the letters of the country in front and leading zeros are ignored as its register does.
                 * @example 1004600000000
                 */
                readonly number?: string;
                /**
                 * @description The company with this legal entity identifier. Wrong check digits are refused.
                 * @example 0000EX00000000000197
                 */
                readonly lei?: string;
                /**
                 * @description The company with this identifier, after its scheme: `LEI:529900…`, or `EUID:BEKBOBCE.0403101811`.
                 * @example LEI:0000EX00000000000197
                 */
                readonly identifier?: string;
                /**
                 * @description How `q` is read. `fragment`: as a part of the name or number. `words`: as words of a name in any order, each a whole word or its beginning; punctuation does not matter.
                 * @example words
                 */
                readonly mode?: "fragment" | "words";
                /**
                 * @description Where `q` is looked for: in the `current` name, or in `all` names, with `otherNames`.
                 * @example all
                 */
                readonly names?: "current" | "all";
                /** @description With `mode=words`: words of four to seven letters may have one typing mistake, longer ones two. Without it they may if nothing else matches; `meta.fuzzy` then says so. */
                readonly fuzzy?: boolean;
                /** @description By `relevance` with `mode=words`, else by `name`. Records without the date come last; what is equal is sorted by name, then by id. */
                readonly sort?: "name" | "registeredAt" | "-registeredAt" | "-updatedAt" | "relevance";
                /** @description A page past the end is empty. */
                readonly page?: number;
                readonly pageSize?: number;
            };
            readonly header?: {
                /** @description The `ETag` of an answer that you have. If it is still valid, the status is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-Next-Updated-Since": components["headers"]["X-Next-Updated-Since-sometimes"];
                    readonly "X-Unknown-Country": components["headers"]["X-Unknown-Country-sometimes"];
                    readonly "X-No-Licensed-Activities": components["headers"]["X-No-Licensed-Activities-sometimes"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e",
                     *           "countryCode": "MD",
                     *           "canonicalName": "Societatea cu Răspundere Limitată EXEMPLU",
                     *           "status": "active",
                     *           "legalForm": "Societate cu răspundere limitată",
                     *           "registeredAt": "2004-09-27",
                     *           "endedAt": null,
                     *           "endKind": null,
                     *           "legalFormLabel": null,
                     *           "legalFormCode": null,
                     *           "legalFormGroup": "limited_company",
                     *           "updatedAt": "2026-09-14T06:00:00.000Z",
                     *           "number": "1004600000000",
                     *           "numberScheme": "MD-IDNO",
                     *           "matchedName": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "pageCount": 1,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["EntitySummary"][];
                        readonly meta: {
                            readonly page: number;
                            readonly pageSize: number;
                            readonly pageCount: number;
                            /** @description Of all pages, exact. */
                            readonly total: number;
                            /** @description With `mode=words`: whether words with typing mistakes match too, because `fuzzy` said so or because nothing else matches. */
                            readonly fuzzy?: boolean;
                        };
                    };
                };
            };
            /** @description Your copy of the answer is still valid. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getEntityFacets: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description Fragment of name or national registration number; case and diacritics are ignored. At most 200 characters.
                 * @example exemplu
                 */
                readonly q?: string;
                /**
                 * @description ISO 3166-1 alpha-2, in either case.
                 * @example MD
                 */
                readonly country?: string;
                /**
                 * @description Any of these countries, with commas between, instead of `country`. Each must be one that a register has.
                 * @example EE,LV,FI
                 */
                readonly countries?: string;
                /**
                 * @description Exact national legal form.
                 * @example Societate cu răspundere limitată
                 */
                readonly legalForm?: string;
                /**
                 * @description The legal form by ISO 20275, as `legalFormCode` has it: four characters.
                 * @example H0PO
                 */
                readonly legalFormCode?: string;
                /** @description What the legal form is in every country. */
                readonly legalFormGroup?: "limited_company" | "public_limited_company" | "partnership" | "limited_partnership" | "cooperative" | "foundation" | "association" | "branch" | "public_body" | "sole_trader" | "other" | "unlimited_company" | "economic_interest_grouping" | "religious_body" | "investment_fund";
                /**
                 * @description Exact national activity or its code.
                 * @example 0111
                 */
                readonly activity?: string;
                /** @description Which activities `activity` filters. */
                readonly activityType?: "unlicensed" | "licensed";
                /**
                 * @description Only activities of this classification count, such as MD-CAEM-2. Without `activity`: the record has any of them.
                 * @example MD-CAEM-2
                 */
                readonly activityScheme?: string;
                /**
                 * @description A section, division, group or class of NACE Rev. 2.1: `J`, `62`, `62.1` or `62.10`. The record has an activity that is in it, by `nace` of its activities.
                 * @example 62
                 */
                readonly nace?: string;
                /**
                 * @description A postal code of `address`, or its beginning: blanks, dashes and case are ignored.
                 * @example QX30
                 */
                readonly postalCode?: string;
                /**
                 * @description The whole `locality` of `address`, or its name in one language where the register has several; case and diacritics are ignored.
                 * @example Wheniponbury
                 */
                readonly locality?: string;
                /** @description Normalized status. */
                readonly status?: "active" | "winding_up" | "insolvent" | "dissolved" | "unknown";
                /**
                 * @description Registered on this day or later, as in 2026-11-15.
                 * @example 2004-09-27
                 */
                readonly registeredFrom?: string;
                /**
                 * @description Registered on this day or before, as in 2026-11-15.
                 * @example 2004-09-27
                 */
                readonly registeredTo?: string;
                /**
                 * @description Changed at this moment or later, as in 2026-11-15T09:30:00Z.
                 * @example 2026-09-14T06:00:00Z
                 */
                readonly updatedSince?: string;
                /**
                 * @description A whole number of the record: the national one, or any other of its registrations. Blanks, dots, dashes, case, the letters of the country in front and leading zeros are ignored as its register does.
                 * @example 1004600000000
                 */
                readonly number?: string;
                /**
                 * @description The company with this legal entity identifier. Wrong check digits are refused.
                 * @example 0000EX00000000000197
                 */
                readonly lei?: string;
                /**
                 * @description The company with this identifier, after its scheme: `LEI:529900…`, or `EUID:BEKBOBCE.0403101811`.
                 * @example LEI:0000EX00000000000197
                 */
                readonly identifier?: string;
                /**
                 * @description How `q` is read. `fragment`: as a part of the name or number. `words`: as words of a name in any order, each a whole word or its beginning; punctuation does not matter.
                 * @example words
                 */
                readonly mode?: "fragment" | "words";
                /**
                 * @description Where `q` is looked for: in the `current` name, or in `all` names, with `otherNames`.
                 * @example all
                 */
                readonly names?: "current" | "all";
                /** @description With `mode=words`: words of four to seven letters may have one typing mistake, longer ones two. Without it they may if nothing else matches; `meta.fuzzy` then says so. */
                readonly fuzzy?: boolean;
                /**
                 * @description Some of status, legalForm, country, registeredYear, activity, legalFormGroup, legalFormCode, nace, naceSection, with commas between.
                 * @example status,country
                 */
                readonly facets: string;
                /** @description So many values of each at most. */
                readonly size?: number;
            };
            readonly header?: {
                /** @description The `ETag` of an answer that you have. If it is still valid, the status is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The counts, facet by facet. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "X-No-Licensed-Activities": components["headers"]["X-No-Licensed-Activities-sometimes"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "name": "status",
                     *           "values": [
                     *             {
                     *               "value": "active",
                     *               "label": null,
                     *               "scheme": null,
                     *               "count": 41
                     *             }
                     *           ],
                     *           "other": 1,
                     *           "missing": 0
                     *         }
                     *       ],
                     *       "meta": {
                     *         "total": 42
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Facet"][];
                        readonly meta: {
                            /** @description Records that match the filter, exact. */
                            readonly total: number;
                            /** @description With `mode=words`: whether words with typing mistakes match too, because `fuzzy` said so or because nothing else matches. */
                            readonly fuzzy?: boolean;
                        };
                    };
                };
            };
            /** @description Your copy of the answer is still valid. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly suggestEntities: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description What was typed so far. At most 200 characters.
                 * @example exem
                 */
                readonly q: string;
                /**
                 * @description ISO 3166-1 alpha-2, in either case.
                 * @example MD
                 */
                readonly country?: string;
                /**
                 * @description Any of these countries, with commas between, instead of `country`. Each must be one that a register has.
                 * @example EE,LV,FI
                 */
                readonly countries?: string;
                readonly limit?: number;
            };
            readonly header?: {
                /** @description The `ETag` of an answer that you have. If it is still valid, the status is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The suggestions, best first. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e",
                     *           "canonicalName": "EXEMPLU SRL",
                     *           "countryCode": "MD",
                     *           "status": "active",
                     *           "number": "1004600000000",
                     *           "numberScheme": "MD-IDNO",
                     *           "matchedName": null,
                     *           "ranges": [
                     *             {
                     *               "start": 0,
                     *               "end": 4
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["EntitySuggestion"][];
                        readonly meta: {
                            readonly count: number;
                        };
                    };
                };
            };
            /** @description Your copy of the answer is still valid. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly lookUpEntities: {
        readonly parameters: {
            readonly query?: {
                /** @description What an answer has of each record: the fields of a search result, or the full record. */
                readonly include?: "summary" | "detail";
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "items": [
                 *         {
                 *           "country": "GB",
                 *           "number": "2158170"
                 *         },
                 *         {
                 *           "id": "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e"
                 *         }
                 *       ]
                 *     }
                 */
                readonly "application/json": {
                    /** @description From 1 to 100. */
                    readonly items: readonly {
                        /**
                         * Format: uuid
                         * @description The id of the record.
                         */
                        readonly id?: string;
                        /** @description Its legal entity identifier. Wrong check digits are refused. */
                        readonly lei?: string;
                        /** @description ISO 3166-1 alpha-2, in either case. `number` needs it: countries use the same numbers. */
                        readonly country?: string;
                        /** @description A whole number of the record, in any spelling: the national one, or any other of its registrations. */
                        readonly number?: string;
                    }[];
                };
            };
        };
        readonly responses: {
            /** @description What was found, item by item. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "input": {
                     *             "country": "GB",
                     *             "number": "2158170"
                     *           },
                     *           "status": "found",
                     *           "entity": {
                     *             "status": "active",
                     *             "endedAt": null,
                     *             "endKind": null,
                     *             "updatedAt": "2026-09-14T06:00:00.000Z",
                     *             "matchedName": null,
                     *             "id": "d3a6e9fb-4ea3-50ef-b45a-dc54f2975bb9",
                     *             "countryCode": "GB",
                     *             "canonicalName": "KRAIDEAGRALT RECRUITMENT LIMITED",
                     *             "legalForm": "Private Limited Company",
                     *             "registeredAt": "1985-07-02",
                     *             "legalFormLabel": null,
                     *             "legalFormCode": "H0PO",
                     *             "legalFormGroup": "limited_company",
                     *             "number": "02158170",
                     *             "numberScheme": "GB-COH"
                     *           }
                     *         },
                     *         {
                     *           "input": {
                     *             "id": "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e"
                     *           },
                     *           "status": "not_found",
                     *           "entity": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 2
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["EntityLookup"][];
                        readonly meta: {
                            readonly count: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly matchCompanies: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "queries": [
                 *         {
                 *           "key": "row 1",
                 *           "name": "Kriadeagralt Recruitmnt Ltd",
                 *           "country": "GB"
                 *         }
                 *       ],
                 *       "limit": 1
                 *     }
                 */
                readonly "application/json": {
                    /** @description From 1 to 50. */
                    readonly queries: readonly {
                        /** @description Your own name for the query. The answer has it too. */
                        readonly key?: string;
                        /** @description Its name, or an earlier or other one: misspelt, abbreviated, with or without its legal form, in any script. */
                        readonly name: string;
                        /** @description ISO 3166-1 alpha-2, in either case. By name, only companies of this country are compared. */
                        readonly country?: string;
                        /** @description A number of the company in any spelling. With `country`, an equal one decides. */
                        readonly number?: string;
                        /** @description Its legal entity identifier: an equal one decides. Wrong check digits are refused. */
                        readonly lei?: string;
                        /** @description As people write it: `GmbH`, `Private Limited Company`. */
                        readonly legalForm?: string;
                        /** @description A day, a month or a year: `2004-09`. */
                        readonly registeredAt?: string;
                        readonly postalCode?: string;
                        /** @description Its town. */
                        readonly locality?: string;
                    }[];
                    /**
                     * @description How many results each query has at most.
                     * @default 5
                     */
                    readonly limit?: number;
                    /**
                     * @description From this score on, `match` may be true.
                     * @default 0.7
                     */
                    readonly threshold?: number;
                    /** @description The ids of records that are not wanted as results. */
                    readonly exclude?: readonly string[];
                };
            };
        };
        readonly responses: {
            /** @description What was found, query by query. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "key": "row 1",
                     *           "results": [
                     *             {
                     *               "score": 0.8887,
                     *               "match": true,
                     *               "matchedName": {
                     *                 "name": "KRAIDEAGRALT RECRUITMENT LIMITED",
                     *                 "kind": "current"
                     *               },
                     *               "features": [
                     *                 {
                     *                   "id": "word",
                     *                   "score": 0.937,
                     *                   "weight": 0.6667,
                     *                   "explanation": "`kriadeagralt` stands against `kraideagralt`: 1 letter."
                     *                 },
                     *                 {
                     *                   "id": "word",
                     *                   "score": 0.9306,
                     *                   "weight": 0.3333,
                     *                   "explanation": "`recruitmnt` stands against `recruitment`: 1 letter."
                     *                 },
                     *                 {
                     *                   "id": "spelling",
                     *                   "score": 0.1324,
                     *                   "weight": -0.5,
                     *                   "explanation": "Words are spelt differently."
                     *                 },
                     *                 {
                     *                   "id": "country",
                     *                   "score": 1,
                     *                   "weight": 0.02,
                     *                   "explanation": "The country `GB` is the same."
                     *                 }
                     *               ],
                     *               "entity": {
                     *                 "status": "active",
                     *                 "endedAt": null,
                     *                 "endKind": null,
                     *                 "updatedAt": "2026-09-14T06:00:00.000Z",
                     *                 "matchedName": null,
                     *                 "id": "d3a6e9fb-4ea3-50ef-b45a-dc54f2975bb9",
                     *                 "countryCode": "GB",
                     *                 "canonicalName": "KRAIDEAGRALT RECRUITMENT LIMITED",
                     *                 "legalForm": "Private Limited Company",
                     *                 "registeredAt": "1985-07-02",
                     *                 "legalFormLabel": null,
                     *                 "legalFormCode": "H0PO",
                     *                 "legalFormGroup": "limited_company",
                     *                 "number": "02158170",
                     *                 "numberScheme": "GB-COH"
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly {
                            /** @description That of the query. */
                            readonly key: string | null;
                            /** @description The best first. */
                            readonly results: readonly {
                                /** @description From 0 to 1. */
                                readonly score: number;
                                /** @description Whether the score reaches the threshold, and no other result is so near that one would have to ask. */
                                readonly match: boolean;
                                /** @description The name of the record that fits best. */
                                readonly matchedName: {
                                    readonly name: string;
                                    /**
                                     * @description Whether it is the current name, a previous one or another one.
                                     * @enum {string}
                                     */
                                    readonly kind: "current" | "previous" | "other";
                                };
                                readonly features: readonly {
                                    /** @description What is compared: `word`, `missing`, `numbers`, `country` and others. */
                                    readonly id: string;
                                    /** @description From 0 to 1: how far this is so. */
                                    readonly score: number;
                                    /** @description A negative weight lowers the score of the result. */
                                    readonly weight: number;
                                    /** @description The reason in a sentence for people. */
                                    readonly explanation: string;
                                }[];
                                /** @description The record. */
                                readonly entity: components["schemas"]["EntitySummary"];
                            }[];
                        }[];
                        readonly meta: {
                            readonly count: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getEntity: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description The record as we served it then, without what is about natural persons. It says nothing of legal validity.
                 * @example 2026-09-14T06:00:00Z
                 */
                readonly asOf?: string;
            };
            readonly header?: {
                /** @description The `ETag` of an answer that you have. If it is still valid, the status is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /**
                 * @description The id from search results.
                 * @example 6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The record. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Memento-Datetime": components["headers"]["Memento-Datetime-sometimes"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e",
                     *         "countryCode": "MD",
                     *         "canonicalName": "Societatea cu Răspundere Limitată EXEMPLU",
                     *         "status": "active",
                     *         "legalForm": "Societate cu răspundere limitată",
                     *         "registeredAt": "2004-09-27",
                     *         "endedAt": null,
                     *         "endKind": null,
                     *         "legalFormLabel": null,
                     *         "legalFormCode": null,
                     *         "legalFormGroup": "limited_company",
                     *         "updatedAt": "2026-09-14T06:00:00.000Z",
                     *         "number": "1004600000000",
                     *         "numberScheme": "MD-IDNO",
                     *         "otherNames": [],
                     *         "identifiers": [
                     *           {
                     *             "scheme": "LEI",
                     *             "value": "0000EX00000000000197",
                     *             "status": "ISSUED",
                     *             "since": "2019-03-04",
                     *             "doubtful": false,
                     *             "source": "GLEIF"
                     *           }
                     *         ],
                     *         "address": {
                     *           "lines": [],
                     *           "postalCode": null,
                     *           "locality": null,
                     *           "region": null,
                     *           "country": null,
                     *           "raw": "mun. Chişinău"
                     *         },
                     *         "registry": {
                     *           "idnoValid": true,
                     *           "address": "mun. Chişinău",
                     *           "activities": {
                     *             "unlicensed": [
                     *               {
                     *                 "code": "0111",
                     *                 "label": "Cultivarea cerealelor",
                     *                 "scheme": "MD-CAEM-2",
                     *                 "revision": "2",
                     *                 "nace": {
                     *                   "revision": "2.1",
                     *                   "codes": [
                     *                     "01.11"
                     *                   ],
                     *                   "certainty": "derived"
                     *                 }
                     *               }
                     *             ],
                     *             "licensed": []
                     *           }
                     *         },
                     *         "sourceData": {
                     *           "IDNO/ Cod fiscal": 1004600000000,
                     *           "Denumirea completă": "Societatea cu Răspundere Limitată EXEMPLU"
                     *         },
                     *         "registrations": [
                     *           {
                     *             "scheme": "MD-IDNO",
                     *             "number": "1004600000000",
                     *             "status": null,
                     *             "validFrom": "2004-09-27",
                     *             "validTo": null
                     *           }
                     *         ],
                     *         "provenance": {
                     *           "register": "State Register of Legal Units",
                     *           "file": "company_2026.09.14.xlsx",
                     *           "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                     *           "files": null,
                     *           "importedAt": "2026-09-14T06:00:00.000Z",
                     *           "sourceUrl": "https://dataset.gov.md/",
                     *           "licence": "Open data of the Republic of Moldova"
                     *         }
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["EntityDetail"];
                    };
                };
            };
            /** @description Your copy of the answer is still valid. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-entity_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getEntityHistory: {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly pageSize?: number;
            };
            readonly header?: {
                /** @description The `ETag` of an answer that you have. If it is still valid, the status is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /**
                 * @description The id from search results.
                 * @example 6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The changes. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "cursor": "Ny4xMi41ZjBjOTU0ZS5hMWIyYzNkNA",
                     *           "type": "updated",
                     *           "entityId": "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e",
                     *           "countryCode": "MD",
                     *           "number": "1004600000000",
                     *           "numberScheme": "MD-IDNO",
                     *           "canonicalName": "Societatea cu Răspundere Limitată EXEMPLU",
                     *           "at": "2026-10-14T06:00:00.000Z",
                     *           "dataVersion": 7,
                     *           "importRunId": "9d0c1b8e-6a55-4c1b-8a52-2f5a7f2f6a10",
                     *           "reason": "source",
                     *           "changes": [
                     *             {
                     *               "path": "/status",
                     *               "old": "active",
                     *               "new": "winding_up"
                     *             },
                     *             {
                     *               "path": "/updatedAt",
                     *               "old": "2026-09-14T06:00:00.000Z",
                     *               "new": "2026-10-14T06:00:00.000Z"
                     *             }
                     *           ],
                     *           "provenance": {
                     *             "register": "State Register of Legal Units",
                     *             "file": "company_2026.09.14.xlsx",
                     *             "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                     *             "files": null,
                     *             "importedAt": "2026-09-14T06:00:00.000Z",
                     *             "sourceUrl": "https://dataset.gov.md/",
                     *             "licence": "Open data of the Republic of Moldova"
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "pageCount": 1,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["HistoryEntry"][];
                        readonly meta: {
                            readonly page: number;
                            readonly pageSize: number;
                            readonly pageCount: number;
                            /** @description Of all pages, exact. */
                            readonly total: number;
                        };
                    };
                };
            };
            /** @description Your copy of the answer is still valid. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-entity_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getEntityGroup: {
        readonly parameters: {
            readonly query?: {
                readonly page?: number;
                readonly pageSize?: number;
            };
            readonly header?: {
                /** @description The `ETag` of an answer that you have. If it is still valid, the status is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /**
                 * @description The id from search results.
                 * @example 6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The group, with a page of its children. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "lei": "0000EX00000000000197",
                     *         "directParent": {
                     *           "kind": "IS_DIRECTLY_CONSOLIDATED_BY",
                     *           "from": "2018-02-03",
                     *           "to": null,
                     *           "percentage": 100,
                     *           "checked": true,
                     *           "validation": "FULLY_CORROBORATED",
                     *           "member": {
                     *             "lei": "0000EX00000000000197",
                     *             "name": "EXEMPLU HOLDING",
                     *             "countryCode": "MD",
                     *             "entity": {
                     *               "id": "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e",
                     *               "countryCode": "MD",
                     *               "canonicalName": "Societatea cu Răspundere Limitată EXEMPLU",
                     *               "status": "active",
                     *               "legalForm": "Societate cu răspundere limitată",
                     *               "registeredAt": "2004-09-27",
                     *               "endedAt": null,
                     *               "endKind": null,
                     *               "legalFormLabel": null,
                     *               "legalFormCode": null,
                     *               "legalFormGroup": "limited_company",
                     *               "updatedAt": "2026-09-14T06:00:00.000Z",
                     *               "number": "1004600000000",
                     *               "numberScheme": "MD-IDNO",
                     *               "matchedName": null
                     *             }
                     *           }
                     *         },
                     *         "noDirectParent": null,
                     *         "ultimateParent": null,
                     *         "noUltimateParent": [
                     *           "NATURAL_PERSONS"
                     *         ],
                     *         "otherParents": [],
                     *         "chain": [
                     *           {
                     *             "kind": "IS_DIRECTLY_CONSOLIDATED_BY",
                     *             "from": "2018-02-03",
                     *             "to": null,
                     *             "percentage": 100,
                     *             "checked": true,
                     *             "validation": "FULLY_CORROBORATED",
                     *             "member": {
                     *               "lei": "0000EX00000000000197",
                     *               "name": "EXEMPLU HOLDING",
                     *               "countryCode": "MD",
                     *               "entity": {
                     *                 "id": "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e",
                     *                 "countryCode": "MD",
                     *                 "canonicalName": "Societatea cu Răspundere Limitată EXEMPLU",
                     *                 "status": "active",
                     *                 "legalForm": "Societate cu răspundere limitată",
                     *                 "registeredAt": "2004-09-27",
                     *                 "endedAt": null,
                     *                 "endKind": null,
                     *                 "legalFormLabel": null,
                     *                 "legalFormCode": null,
                     *                 "legalFormGroup": "limited_company",
                     *                 "updatedAt": "2026-09-14T06:00:00.000Z",
                     *                 "number": "1004600000000",
                     *                 "numberScheme": "MD-IDNO",
                     *                 "matchedName": null
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "children": []
                     *       },
                     *       "meta": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "pageCount": 0,
                     *         "total": 0
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: {
                            /** @description Of the company. Null: it has none, so nothing is known. */
                            readonly lei: string | null;
                            readonly directParent: components["schemas"]["GroupRelation"] | null;
                            /** @description It names no direct parent. Why, in the words of GLEIF, such as `NATURAL_PERSONS` or `NO_KNOWN_PERSON`. Null if nothing is stated. */
                            readonly noDirectParent: readonly string[] | null;
                            readonly ultimateParent: components["schemas"]["GroupRelation"] | null;
                            /** @description It names no ultimate parent. Why, in the words of GLEIF, such as `NATURAL_PERSONS` or `NO_KNOWN_PERSON`. Null if nothing is stated. */
                            readonly noUltimateParent: readonly string[] | null;
                            /** @description Other kinds of relations upwards, such as from a fund to its manager. */
                            readonly otherParents: readonly components["schemas"]["GroupRelation"][];
                            /** @description The direct parents, one above the other, at most 10. It ends where a company comes again. */
                            readonly chain: readonly components["schemas"]["GroupRelation"][];
                            readonly children: readonly components["schemas"]["GroupRelation"][];
                        };
                        readonly meta: {
                            readonly page: number;
                            readonly pageSize: number;
                            readonly pageCount: number;
                            /** @description Of all pages, exact. */
                            readonly total: number;
                        };
                    };
                };
            };
            /** @description Your copy of the answer is still valid. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-entity_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listChanges: {
        readonly parameters: {
            readonly query?: {
                /** @description `nextCursor` of a page, the `cursor` of a change or a snapshot, `start` for the oldest change that is kept, or `now`. */
                readonly cursor?: string;
                /**
                 * @description ISO 3166-1 alpha-2, in either case.
                 * @example MD
                 */
                readonly country?: string;
                /** @description Of this type alone. */
                readonly type?: "created" | "updated" | "removed" | "restored" | "baseline" | "identifiers";
                /**
                 * @description Of this record alone.
                 * @example 6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e
                 */
                readonly entityId?: string;
                /** @description Changes per page. */
                readonly limit?: number;
                /** @description Adds each record as it is now. */
                readonly include?: "entity";
            };
            readonly header?: {
                /** @description `wait=30`: where there is nothing new, the answer waits for it, 30 seconds at most. */
                readonly Prefer?: string;
                /** @description The `ETag` of an answer that you have. If it is still valid, the status is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. Where a filter matches few, it may have fewer changes than `limit`, even none, and `hasMore` all the same. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control-sometimes"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly "Preference-Applied": components["headers"]["Preference-Applied-sometimes"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "cursor": "Ny4xMi41ZjBjOTU0ZS5hMWIyYzNkNA",
                     *           "type": "updated",
                     *           "entityId": "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e",
                     *           "countryCode": "MD",
                     *           "number": "1004600000000",
                     *           "numberScheme": "MD-IDNO",
                     *           "canonicalName": "Societatea cu Răspundere Limitată EXEMPLU",
                     *           "at": "2026-10-14T06:00:00.000Z",
                     *           "dataVersion": 7,
                     *           "importRunId": "9d0c1b8e-6a55-4c1b-8a52-2f5a7f2f6a10",
                     *           "reason": "source",
                     *           "changes": [
                     *             {
                     *               "path": "/status",
                     *               "old": "active",
                     *               "new": "winding_up"
                     *             },
                     *             {
                     *               "path": "/updatedAt",
                     *               "old": "2026-09-14T06:00:00.000Z",
                     *               "new": "2026-10-14T06:00:00.000Z"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "nextCursor": "Ny4xMi41ZjBjOTU0ZS5hMWIyYzNkNA",
                     *         "hasMore": false,
                     *         "oldestCursor": "MC4wLjAwMDAwMDAwLmExYjJjM2Q0",
                     *         "dataVersion": 7
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Change"][];
                        readonly meta: {
                            /** @description Where the next page begins. There is always one. */
                            readonly nextCursor: string;
                            /** @description Whether to request the next page at once. */
                            readonly hasMore: boolean;
                            /** @description Before the oldest change that is kept. */
                            readonly oldestCursor: string;
                            /** @description The version of the data that this page reaches. */
                            readonly dataVersion: number;
                        };
                    };
                };
            };
            /** @description Your copy of the answer is still valid. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 410: components["responses"]["410-cursor_expired"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listSnapshots: {
        readonly parameters: {
            readonly query?: {
                /**
                 * @description ISO 3166-1 alpha-2, in either case.
                 * @example MD
                 */
                readonly country?: string;
            };
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The snapshots. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "2d7b7f5e-9a3c-4c56-8f1a-6f2b1d0c9e11",
                     *           "countryCode": "MD",
                     *           "dataVersion": 7,
                     *           "cursor": "Ny4xMi41ZjBjOTU0ZS5hMWIyYzNkNA",
                     *           "records": 230000,
                     *           "units": 230,
                     *           "bytes": 41943040,
                     *           "sha256": "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
                     *           "createdAt": "2026-10-14T06:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Snapshot"][];
                        readonly meta: {
                            readonly count: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly downloadSnapshot: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The part that is wanted, as in `bytes=1048576-`. */
                readonly Range?: string;
                /** @description The `ETag` of the file that the part belongs to. */
                readonly "If-Range"?: string;
                /** @description The `ETag` of an answer that you have. If it is still valid, the status is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path: {
                /**
                 * @description From the list of snapshots.
                 * @example 2d7b7f5e-9a3c-4c56-8f1a-6f2b1d0c9e11
                 */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The file. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/gzip": string;
                };
            };
            /** @description The part of the file that was asked for. */
            readonly 206: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/gzip": string;
                };
            };
            /** @description Your copy of the answer is still valid. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-snapshot_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 416: components["responses"]["416-range_not_satisfiable"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listRegisters: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The registers. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "md",
                     *           "countryCode": "MD",
                     *           "countryName": "Moldova",
                     *           "name": "State Register of Legal Units",
                     *           "licence": "Open data of the Republic of Moldova",
                     *           "sourceUrl": "https://dataset.gov.md/",
                     *           "updateFrequency": "weekly",
                     *           "status": "served",
                     *           "served": {
                     *             "file": "company_2026.09.14.xlsx",
                     *             "fileDate": "2026-09-14",
                     *             "importedAt": "2026-09-14T06:00:00.000Z",
                     *             "sourceUrl": "https://dataset.gov.md/",
                     *             "records": 230000,
                     *             "dataVersion": 7
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Register"][];
                        readonly meta: {
                            readonly count: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listIdentifierSources: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sources. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "gleif",
                     *           "name": "Global LEI Index",
                     *           "licence": "CC0 1.0",
                     *           "sourceUrl": "https://www.gleif.org/en/lei-data/gleif-golden-copy/download-the-golden-copy",
                     *           "updateFrequency": "daily",
                     *           "served": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["IdentifierSource"][];
                        readonly meta: {
                            readonly count: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listWatchLists: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The lists. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5c2f0b1e-9d4a-4a5e-8f57-2a1c5c0e7b44",
                     *           "name": "Suppliers",
                     *           "companies": 2,
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "filter": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["WatchList"][];
                        readonly meta: {
                            readonly count: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly createWatchList: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A random text of your own, such as a UUID. The same request with the same one within 24 hours gets the same answer; another request with it is 409, and so is the same once the list is deleted. Nothing is kept of a request that failed.
                 * @example 2f1c8a0e-5b0e-4f57-9a34-0e6f6f9e7d21
                 */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Suppliers"
                 *     }
                 */
                readonly "application/json": {
                    /** @example Suppliers */
                    readonly name: string;
                    /** @description As for `entities`: the list then has the changes of all records that fit it, before a change or after it. Without it the list has the companies that are added to it. */
                    readonly filter?: components["schemas"]["EntityFilter"];
                };
            };
        };
        readonly responses: {
            /** @description The list. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed-sometimes"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5c2f0b1e-9d4a-4a5e-8f57-2a1c5c0e7b44",
                     *         "name": "Suppliers",
                     *         "companies": 2,
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "filter": null
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["WatchList"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-watch_limit_reached-idempotency_key_reused"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getWatchList: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the list. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The list. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5c2f0b1e-9d4a-4a5e-8f57-2a1c5c0e7b44",
                     *         "name": "Suppliers",
                     *         "companies": 2,
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "filter": null
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["WatchList"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-watch_list_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly deleteWatchList: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the list. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is deleted. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-watch_list_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly changeWatchList: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the list. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "name": "Suppliers"
                 *     }
                 */
                readonly "application/json": {
                    /** @example Suppliers */
                    readonly name?: string;
                    readonly filter?: components["schemas"]["EntityFilter"];
                };
            };
        };
        readonly responses: {
            /** @description The list. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "5c2f0b1e-9d4a-4a5e-8f57-2a1c5c0e7b44",
                     *         "name": "Suppliers",
                     *         "companies": 2,
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "filter": null
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["WatchList"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-watch_list_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listWatchedCompanies: {
        readonly parameters: {
            readonly query?: {
                /** @description A page past the end is empty. */
                readonly page?: number;
                readonly pageSize?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The id of the list. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "entityId": "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e",
                     *           "addedAt": "2026-11-15T09:30:00.000Z",
                     *           "entity": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "page": 1,
                     *         "pageSize": 25,
                     *         "pageCount": 1,
                     *         "total": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly {
                            /** Format: uuid */
                            readonly entityId: string;
                            /** Format: date-time */
                            readonly addedAt: string;
                            /** @description The current record. Null if its register no longer has it. */
                            readonly entity: components["schemas"]["EntitySummary"] | null;
                        }[];
                        readonly meta: {
                            readonly page: number;
                            readonly pageSize: number;
                            readonly pageCount: number;
                            /** @description Of all pages, exact. */
                            readonly total: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-watch_list_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly changeWatchedCompanies: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the list. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "add": [
                 *         "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e"
                 *       ],
                 *       "lookup": [
                 *         {
                 *           "country": "GB",
                 *           "number": "2158170"
                 *         }
                 *       ],
                 *       "remove": []
                 *     }
                 */
                readonly "application/json": {
                    /**
                     * @description Ids of records. One that the list has already stays as it is.
                     * @example [
                     *       "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e"
                     *     ]
                     */
                    readonly add?: readonly string[];
                    /**
                     * @description Ids of records. One that `add` has too is added again.
                     * @example [
                     *       "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e"
                     *     ]
                     */
                    readonly remove?: readonly string[];
                    /** @description Up to 100 companies to look up and add, as for `entityLookup`. Each costs a unit. */
                    readonly lookup?: readonly {
                        /**
                         * Format: uuid
                         * @description The id of the record.
                         */
                        readonly id?: string;
                        /** @description Its legal entity identifier. Wrong check digits are refused. */
                        readonly lei?: string;
                        /** @description ISO 3166-1 alpha-2, in either case. `number` needs it: countries use the same numbers. */
                        readonly country?: string;
                        /** @description A whole number of the record, in any spelling: the national one, or any other of its registrations. */
                        readonly number?: string;
                    }[];
                };
            };
        };
        readonly responses: {
            /** @description What was changed. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "added": 2,
                     *         "removed": 0,
                     *         "unknown": [],
                     *         "companies": 2,
                     *         "lookup": [
                     *           {
                     *             "input": {
                     *               "country": "GB",
                     *               "number": "2158170"
                     *             },
                     *             "status": "found",
                     *             "entityId": "d3a6e9fb-4ea3-50ef-b45a-dc54f2975bb9"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["WatchedChange"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-watch_list_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-watch_limit_reached"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listWatchListChanges: {
        readonly parameters: {
            readonly query?: {
                /** @description As for `changes`. */
                readonly cursor?: string;
                /** @description Changes per page. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description `wait=30`: where there is nothing new, the answer waits for it, 30 seconds at most. */
                readonly Prefer?: string;
            };
            readonly path: {
                /** @description The id of the list. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly "Preference-Applied": components["headers"]["Preference-Applied-sometimes"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "cursor": "Ny4xMi41ZjBjOTU0ZS5hMWIyYzNkNA",
                     *           "type": "updated",
                     *           "entityId": "6f1d4f4e-3b1c-5d0e-9c7e-0a4c6f1b2d3e",
                     *           "countryCode": "MD",
                     *           "number": "1004600000000",
                     *           "numberScheme": "MD-IDNO",
                     *           "canonicalName": "Societatea cu Răspundere Limitată EXEMPLU",
                     *           "at": "2026-10-14T06:00:00.000Z",
                     *           "dataVersion": 7,
                     *           "importRunId": "9d0c1b8e-6a55-4c1b-8a52-2f5a7f2f6a10",
                     *           "reason": "source",
                     *           "changes": [
                     *             {
                     *               "path": "/status",
                     *               "old": "active",
                     *               "new": "winding_up"
                     *             },
                     *             {
                     *               "path": "/updatedAt",
                     *               "old": "2026-09-14T06:00:00.000Z",
                     *               "new": "2026-10-14T06:00:00.000Z"
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "meta": {
                     *         "nextCursor": "Ny4xMi41ZjBjOTU0ZS5hMWIyYzNkNA",
                     *         "hasMore": false,
                     *         "oldestCursor": "MC4wLjAwMDAwMDAwLmExYjJjM2Q0",
                     *         "dataVersion": 7
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly {
                            /** @description Its place in the order of all changes. */
                            readonly cursor: string;
                            /** @enum {string} */
                            readonly type: "baseline" | "created" | "identifiers" | "removed" | "restored" | "updated";
                            /** @description Null for a baseline, and for the first identifiers of a country. */
                            readonly entityId: string | null;
                            readonly countryCode: string;
                            /** @description The national number. */
                            readonly number: string | null;
                            /** @description The scheme of the national number. */
                            readonly numberScheme: string | null;
                            /** @description After the change; of a removed record, its last. */
                            readonly canonicalName: string | null;
                            /**
                             * Format: date-time
                             * @description Since when it is served. Later versions have later moments.
                             */
                            readonly at: string;
                            /** @description The version of the data that the change came with. */
                            readonly dataVersion: number;
                            /** Format: uuid */
                            readonly importRunId: string;
                            /**
                             * @description `mapping` where only our reading of the same file changed; `erasure` where what is about a person was erased.
                             * @enum {string}
                             */
                            readonly reason: "source" | "mapping" | "erasure";
                            readonly changes: readonly {
                                /** @description A JSON pointer into the record as it is served. The empty one is the whole record. */
                                readonly path: string;
                                readonly old: unknown;
                                readonly new: unknown;
                            }[];
                        }[];
                        readonly meta: {
                            /** @description Where the next page begins. There is always one. */
                            readonly nextCursor: string;
                            /** @description Whether to request the next page at once. */
                            readonly hasMore: boolean;
                            /** @description Before the oldest change that is kept. */
                            readonly oldestCursor: string;
                            /** @description The version of the data that this page reaches. */
                            readonly dataVersion: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-watch_list_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 410: components["responses"]["410-cursor_expired"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listWebhookEndpoints: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The endpoints. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "3e0a7b52-7c0f-4d3b-9a0c-1f2e7d5a9b10",
                     *           "url": "https://receiver.example.com/webhooks",
                     *           "description": "Suppliers",
                     *           "events": [
                     *             "watch_list.changed"
                     *           ],
                     *           "listIds": null,
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "failingSince": null,
                     *           "disabledAt": null,
                     *           "disabledReason": null,
                     *           "previousSecretEndsAt": null,
                     *           "waiting": 0
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["WebhookEndpoint"][];
                        readonly meta: {
                            readonly count: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly createWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A random text of your own, such as a UUID. The same request with the same one within 24 hours gets the same answer; another request with it is 409, and so is the same once the endpoint is deleted or has another secret. Nothing is kept of a request that failed.
                 * @example 2f1c8a0e-5b0e-4f57-9a34-0e6f6f9e7d21
                 */
                readonly "Idempotency-Key"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description An https address on the public internet.
                     * @example https://receiver.example.com/webhooks
                     */
                    readonly url: string;
                    /**
                     * @description For yourself.
                     * @example Suppliers
                     */
                    readonly description?: string | null;
                    /**
                     * @description Some of `watch_list.changed`, `alert.raised`.
                     * @example [
                     *       "watch_list.changed",
                     *       "alert.raised"
                     *     ]
                     */
                    readonly events: readonly string[];
                    /**
                     * @description Null: all watch lists, also later ones.
                     * @example null
                     */
                    readonly listIds?: readonly string[] | null;
                };
            };
        };
        readonly responses: {
            /** @description The endpoint and its secret. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed-sometimes"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "3e0a7b52-7c0f-4d3b-9a0c-1f2e7d5a9b10",
                     *         "url": "https://receiver.example.com/webhooks",
                     *         "description": "Suppliers",
                     *         "events": [
                     *           "watch_list.changed"
                     *         ],
                     *         "listIds": null,
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "failingSince": null,
                     *         "disabledAt": null,
                     *         "disabledReason": null,
                     *         "previousSecretEndsAt": null,
                     *         "waiting": 0,
                     *         "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["CreatedWebhookEndpoint"];
                    };
                };
            };
            readonly 400: components["responses"]["400-webhook_address_refused-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-watch_list_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-webhook_limit_reached-idempotency_key_reused"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The endpoint. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "3e0a7b52-7c0f-4d3b-9a0c-1f2e7d5a9b10",
                     *         "url": "https://receiver.example.com/webhooks",
                     *         "description": "Suppliers",
                     *         "events": [
                     *           "watch_list.changed"
                     *         ],
                     *         "listIds": null,
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "failingSince": null,
                     *         "disabledAt": null,
                     *         "disabledReason": null,
                     *         "previousSecretEndsAt": null,
                     *         "waiting": 0
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-webhook_endpoint_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly deleteWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is deleted. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-webhook_endpoint_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly changeWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description An https address on the public internet.
                     * @example https://receiver.example.com/webhooks
                     */
                    readonly url?: string;
                    /** @example Suppliers */
                    readonly description?: string | null;
                    /**
                     * @description Some of `watch_list.changed`, `alert.raised`.
                     * @example [
                     *       "watch_list.changed",
                     *       "alert.raised"
                     *     ]
                     */
                    readonly events?: readonly string[];
                    /**
                     * @description Null: all watch lists, also later ones.
                     * @example null
                     */
                    readonly listIds?: readonly string[] | null;
                };
            };
        };
        readonly responses: {
            /** @description The endpoint. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "3e0a7b52-7c0f-4d3b-9a0c-1f2e7d5a9b10",
                     *         "url": "https://receiver.example.com/webhooks",
                     *         "description": "Suppliers",
                     *         "events": [
                     *           "watch_list.changed"
                     *         ],
                     *         "listIds": null,
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "failingSince": null,
                     *         "disabledAt": null,
                     *         "disabledReason": null,
                     *         "previousSecretEndsAt": null,
                     *         "waiting": 0
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            readonly 400: components["responses"]["400-webhook_address_refused-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-webhook_endpoint_not_found-watch_list_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly rotateWebhookSecret: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description 0: the secret before ends at once.
                     * @default 86400
                     * @example 86400
                     */
                    readonly overlapSeconds?: number;
                };
            };
        };
        readonly responses: {
            /** @description The endpoint and its new secret. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "3e0a7b52-7c0f-4d3b-9a0c-1f2e7d5a9b10",
                     *         "url": "https://receiver.example.com/webhooks",
                     *         "description": "Suppliers",
                     *         "events": [
                     *           "watch_list.changed"
                     *         ],
                     *         "listIds": null,
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "failingSince": null,
                     *         "disabledAt": null,
                     *         "disabledReason": null,
                     *         "previousSecretEndsAt": null,
                     *         "waiting": 0,
                     *         "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo="
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["CreatedWebhookEndpoint"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-webhook_endpoint_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-rotation_in_progress"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly enableWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The endpoint. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "3e0a7b52-7c0f-4d3b-9a0c-1f2e7d5a9b10",
                     *         "url": "https://receiver.example.com/webhooks",
                     *         "description": "Suppliers",
                     *         "events": [
                     *           "watch_list.changed"
                     *         ],
                     *         "listIds": null,
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "failingSince": null,
                     *         "disabledAt": null,
                     *         "disabledReason": null,
                     *         "previousSecretEndsAt": null,
                     *         "waiting": 0
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["WebhookEndpoint"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-webhook_endpoint_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly testWebhookEndpoint: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is on its way: the deliveries show what comes of it. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "messageId": "b0c9f7de-52a4-4c8e-8a55-9d0f2a6c1e33"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["QueuedWebhookMessage"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-webhook_endpoint_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-webhook_endpoint_disabled-webhook_test_under_way"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listWebhookDeliveries: {
        readonly parameters: {
            readonly query?: {
                /** @description The `nextCursor` of the page before. */
                readonly cursor?: string;
                /** @description Deliveries per page. */
                readonly limit?: number;
            };
            readonly header?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The page. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "X-RateLimit-Limit": components["headers"]["X-RateLimit-Limit"];
                    readonly "X-RateLimit-Remaining": components["headers"]["X-RateLimit-Remaining"];
                    readonly "X-RateLimit-Reset": components["headers"]["X-RateLimit-Reset"];
                    readonly "X-Monthly-Quota-Limit": components["headers"]["X-Monthly-Quota-Limit"];
                    readonly "X-Monthly-Quota-Remaining": components["headers"]["X-Monthly-Quota-Remaining"];
                    readonly "X-Monthly-Quota-Reset": components["headers"]["X-Monthly-Quota-Reset"];
                    readonly "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    readonly RateLimit: components["headers"]["RateLimit"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "9f6d2c1a-3b7e-4c55-8d10-6a2e0f4b7c88",
                     *           "messageId": "b0c9f7de-52a4-4c8e-8a55-9d0f2a6c1e33",
                     *           "type": "watch_list.changed",
                     *           "data": {
                     *             "listId": "5c2f0b1e-9d4a-4a5e-8f57-2a1c5c0e7b44",
                     *             "since": "Mi4wLjRmN2QxYTIy",
                     *             "cursor": "Mi45LjRmN2QxYTIy",
                     *             "count": 9
                     *           },
                     *           "attempt": 1,
                     *           "at": "2026-11-15T09:30:00.000Z",
                     *           "milliseconds": 84,
                     *           "outcome": "delivered",
                     *           "status": 204
                     *         }
                     *       ],
                     *       "meta": {
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["WebhookDelivery"][];
                        readonly meta: {
                            /** @description Leads to the page after; null at the end. */
                            readonly nextCursor: string | null;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-webhook_endpoint_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly replayWebhookDelivery: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
                /** @description The id of the delivery. */
                readonly deliveryId: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is on its way: the deliveries show what comes of it. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "messageId": "b0c9f7de-52a4-4c8e-8a55-9d0f2a6c1e33"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["QueuedWebhookMessage"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-webhook_endpoint_not_found-webhook_delivery_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-webhook_endpoint_disabled"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly replayWatchList: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path: {
                /** @description The id of the endpoint. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * Format: uuid
                     * @example 5c2f0b1e-9d4a-4a5e-8f57-2a1c5c0e7b44
                     */
                    readonly listId: string;
                    /**
                     * @description As for `changes`.
                     * @example start
                     */
                    readonly cursor: string;
                };
            };
        };
        readonly responses: {
            /** @description It is on its way: the deliveries show what comes of it. */
            readonly 202: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "messageId": "b0c9f7de-52a4-4c8e-8a55-9d0f2a6c1e33"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["QueuedWebhookMessage"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request-metered"];
            readonly 401: components["responses"]["401-api_key_required-invalid_api_key"];
            readonly 403: components["responses"]["403-insufficient_scope-insufficient_role-address_not_allowed"];
            readonly 404: components["responses"]["404-webhook_endpoint_not_found-watch_list_not_found-metered"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-webhook_endpoint_disabled"];
            readonly 410: components["responses"]["410-cursor_expired"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-monthly_quota_exceeded-metered"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The account. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01",
                     *         "email": "ada@example.com",
                     *         "plan": {
                     *           "id": "free",
                     *           "name": "Free",
                     *           "monthlyPriceEur": 0,
                     *           "monthlyRequests": 1000,
                     *           "requestsPerMinute": 60,
                     *           "maxApiKeys": 1,
                     *           "maxWatchLists": 1,
                     *           "maxWatchedCompanies": 50,
                     *           "maxWebhookEndpoints": 1,
                     *           "maxMembers": 3
                     *         },
                     *         "usage": {
                     *           "periodStart": "2026-11-01T00:00:00.000Z",
                     *           "periodEnd": "2026-12-01T00:00:00.000Z",
                     *           "used": 120,
                     *           "limit": 1000,
                     *           "remaining": 880
                     *         },
                     *         "billing": {
                     *           "status": "none",
                     *           "currentPeriodEnd": null,
                     *           "cancelAtPeriodEnd": false
                     *         },
                     *         "apiKeys": [
                     *           {
                     *             "id": "0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10",
                     *             "name": "Production",
                     *             "prefix": "crd_4fT9sK2m",
                     *             "createdAt": "2026-11-15T09:30:00.000Z",
                     *             "lastUsedAt": "2026-11-15T10:07:00.000Z",
                     *             "expiresAt": null,
                     *             "rotatedAt": null,
                     *             "scopes": [
                     *               "companies:read",
                     *               "match"
                     *             ],
                     *             "addresses": [
                     *               "192.0.2.0/24"
                     *             ],
                     *             "minuteLimit": 60,
                     *             "monthlyQuota": 1000,
                     *             "monthlyUsed": 12,
                     *             "reconcileAddress": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["Account"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly deleteAccount: {
        readonly parameters: {
            readonly query: {
                /**
                 * @description The account's own id, so that no slip erases it.
                 * @example 7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01
                 */
                readonly confirm: string;
            };
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is erased. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-last_owner"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-billing_unavailable-service_unavailable"];
        };
    };
    readonly exportAccount: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The export. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Content-Disposition": components["headers"]["Content-Disposition"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "account": {
                     *           "id": "7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01",
                     *           "email": "ada@example.com",
                     *           "plan": "free",
                     *           "createdAt": "2026-11-15T09:30:00.000Z"
                     *         },
                     *         "users": [
                     *           {
                     *             "id": "a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702",
                     *             "email": "ada@example.com",
                     *             "name": "Ada"
                     *           }
                     *         ],
                     *         "members": [
                     *           {
                     *             "userId": "a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702",
                     *             "role": "owner",
                     *             "since": "2026-11-15T09:30:00.000Z"
                     *           }
                     *         ],
                     *         "invitations": [],
                     *         "apiKeys": [
                     *           {
                     *             "id": "0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10",
                     *             "name": "Production",
                     *             "prefix": "crd_4fT9sK2m",
                     *             "revokedAt": null
                     *           }
                     *         ],
                     *         "reconcileAddresses": [],
                     *         "watchLists": [],
                     *         "watchedCompanies": [],
                     *         "webhookEndpoints": [],
                     *         "webhookMessages": [],
                     *         "webhookDeliveries": [],
                     *         "alerts": [],
                     *         "alertReaders": [],
                     *         "alertMails": [],
                     *         "usageByPeriod": [
                     *           {
                     *             "periodStart": "2026-11-01T00:00:00.000Z",
                     *             "used": 120
                     *           }
                     *         ],
                     *         "usageByDay": [
                     *           {
                     *             "day": "2026-11-15",
                     *             "keyId": "0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10",
                     *             "statusClass": "2xx",
                     *             "requests": 120
                     *           }
                     *         ],
                     *         "requests": [
                     *           {
                     *             "at": "2026-11-15T09:30:00.000Z",
                     *             "method": "GET",
                     *             "path": "/api/v1/countries",
                     *             "status": 200,
                     *             "code": null,
                     *             "message": null,
                     *             "milliseconds": 1.8,
                     *             "units": 1,
                     *             "keyId": "0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10",
                     *             "requestId": "5c1a1df0-52bb-4f0d-a6b4-7d6e4c0b9a11"
                     *           }
                     *         ],
                     *         "requestStatistics": [],
                     *         "subscriptions": [],
                     *         "planChanges": [],
                     *         "paymentEvents": [],
                     *         "sessions": [],
                     *         "idempotentAnswers": [],
                     *         "auditEntries": [
                     *           {
                     *             "at": "2026-11-15T09:30:00.000Z",
                     *             "action": "api_key.created",
                     *             "details": {}
                     *           }
                     *         ],
                     *         "incomplete": []
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["AccountExport"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getProfile: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The profile. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "accountId": "7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["Profile"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listApiKeys: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The keys. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10",
                     *           "name": "Production",
                     *           "prefix": "crd_4fT9sK2m",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "lastUsedAt": "2026-11-15T10:07:00.000Z",
                     *           "expiresAt": null,
                     *           "rotatedAt": null,
                     *           "scopes": [
                     *             "companies:read",
                     *             "match"
                     *           ],
                     *           "addresses": [
                     *             "192.0.2.0/24"
                     *           ],
                     *           "minuteLimit": 60,
                     *           "monthlyQuota": 1000,
                     *           "monthlyUsed": 12,
                     *           "reconcileAddress": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1,
                     *         "limit": 5
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ApiKey"][];
                        readonly meta: {
                            readonly count: number;
                            /** @description Maximum number of active API keys. */
                            readonly limit: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly createApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A random text of your own, such as a UUID. The same request with the same one within 24 hours gets the same answer; another request with it is 409, and so is the same once the key that was made has ended. Nothing is kept of a request that failed.
                 * @example 2f1c8a0e-5b0e-4f57-9a34-0e6f6f9e7d21
                 */
                readonly "Idempotency-Key"?: string;
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description For yourself, for instance the environment: 1 to 60 characters. Blanks around it are dropped.
                     * @example Production
                     */
                    readonly name: string;
                    /** @description When the key ends by itself: it is refused from then on. In the future, within 5 years. Without it, never. */
                    readonly expiresAt?: string | null;
                    /**
                     * @description What it may do: some of `companies:read`, `changes:read`, `match`, `snapshots:read`, `watch:write`. Null: everything.
                     * @example [
                     *       "companies:read"
                     *     ]
                     */
                    readonly scopes?: readonly string[] | null;
                    /**
                     * @description Up to 50 addresses or networks (CIDR, IPv4 or IPv6) that it may be used from. Null: all.
                     * @example [
                     *       "192.0.2.0/24"
                     *     ]
                     */
                    readonly addresses?: readonly string[] | null;
                    /**
                     * @description Requests a minute, at most the plan's. Null: as many as the plan allows.
                     * @example 60
                     */
                    readonly minuteLimit?: number | null;
                    /**
                     * @description Units a billing period, at most the plan's. Null: as many as the account has.
                     * @example 1000
                     */
                    readonly monthlyQuota?: number | null;
                };
            };
        };
        readonly responses: {
            /** @description The key and its secret. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed-sometimes"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10",
                     *         "name": "Production",
                     *         "prefix": "crd_4fT9sK2m",
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "lastUsedAt": null,
                     *         "expiresAt": null,
                     *         "rotatedAt": null,
                     *         "scopes": [
                     *           "companies:read",
                     *           "match"
                     *         ],
                     *         "addresses": [
                     *           "192.0.2.0/24"
                     *         ],
                     *         "minuteLimit": 60,
                     *         "monthlyQuota": 1000,
                     *         "monthlyUsed": 12,
                     *         "reconcileAddress": null,
                     *         "secret": "crd_4fT9sK2mQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["CreatedApiKey"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-api_key_limit_reached-idempotency_key_reused"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly revokeApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path: {
                /** @description The id of the key. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is revoked. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found-api_key_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly changeApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path: {
                /** @description The id of the key. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description For yourself, for instance the environment: 1 to 60 characters. Blanks around it are dropped.
                     * @example Production
                     */
                    readonly name?: string;
                    /**
                     * @description What it may do: some of `companies:read`, `changes:read`, `match`, `snapshots:read`, `watch:write`. Null: everything.
                     * @example [
                     *       "companies:read"
                     *     ]
                     */
                    readonly scopes?: readonly string[] | null;
                    /**
                     * @description Up to 50 addresses or networks (CIDR, IPv4 or IPv6) that it may be used from. Null: all.
                     * @example [
                     *       "192.0.2.0/24"
                     *     ]
                     */
                    readonly addresses?: readonly string[] | null;
                    /**
                     * @description Requests a minute, at most the plan's. Null: as many as the plan allows.
                     * @example 60
                     */
                    readonly minuteLimit?: number | null;
                    /**
                     * @description Units a billing period, at most the plan's. Null: as many as the account has.
                     * @example 1000
                     */
                    readonly monthlyQuota?: number | null;
                };
            };
        };
        readonly responses: {
            /** @description The key as it is now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10",
                     *         "name": "Production",
                     *         "prefix": "crd_4fT9sK2m",
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "lastUsedAt": "2026-11-15T10:07:00.000Z",
                     *         "expiresAt": null,
                     *         "rotatedAt": null,
                     *         "scopes": [
                     *           "companies:read",
                     *           "match"
                     *         ],
                     *         "addresses": [
                     *           "192.0.2.0/24"
                     *         ],
                     *         "minuteLimit": 60,
                     *         "monthlyQuota": 1000,
                     *         "monthlyUsed": 12,
                     *         "reconcileAddress": null
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["ApiKey"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found-api_key_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly rotateApiKey: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A random text of your own, such as a UUID. The same request with the same one within 24 hours gets the same answer; another request with it is 409, and so is the same once the key that was made has ended. Nothing is kept of a request that failed.
                 * @example 2f1c8a0e-5b0e-4f57-9a34-0e6f6f9e7d21
                 */
                readonly "Idempotency-Key"?: string;
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path: {
                /** @description The id of the key. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description For how long the old key goes on: up to 7 days, but never beyond its own end.
                     * @default 0
                     * @example 3600
                     */
                    readonly overlapSeconds?: number;
                    /**
                     * @description For yourself, for instance the environment: 1 to 60 characters. Blanks around it are dropped. Without it, that of the old key.
                     * @example Production
                     */
                    readonly name?: string | null;
                    /** @description When the key ends by itself: it is refused from then on. In the future, within 5 years. Without it, the new key lives as long as the old one was made for. */
                    readonly expiresAt?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description The key and its secret. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed-sometimes"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10",
                     *         "name": "Production",
                     *         "prefix": "crd_4fT9sK2m",
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "lastUsedAt": null,
                     *         "expiresAt": null,
                     *         "rotatedAt": null,
                     *         "scopes": [
                     *           "companies:read",
                     *           "match"
                     *         ],
                     *         "addresses": [
                     *           "192.0.2.0/24"
                     *         ],
                     *         "minuteLimit": 60,
                     *         "monthlyQuota": 1000,
                     *         "monthlyUsed": 12,
                     *         "reconcileAddress": null,
                     *         "secret": "crd_4fT9sK2mQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["CreatedApiKey"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found-api_key_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-rotation_in_progress-idempotency_key_reused"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly createReconcileAddress: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path: {
                /** @description The id of the key. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The address. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "url": "https://registry.example/reconcile/crr_7hQ2vL0xQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD",
                     *         "prefix": "crr_7hQ2vL0x",
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "lastUsedAt": null
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["CreatedReconcileAddress"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found-api_key_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly revokeReconcileAddress: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path: {
                /** @description The id of the key. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is revoked. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found-api_key_not_found-reconcile_address_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listMemberships: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The accounts. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "accountId": "7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01",
                     *           "email": "ada@example.com",
                     *           "role": "member",
                     *           "since": "2026-11-15T09:30:00.000Z",
                     *           "isHome": false,
                     *           "barred": null
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Membership"][];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listMembers: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The members. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702",
                     *           "email": "ada@example.com",
                     *           "name": "Ada",
                     *           "role": "owner",
                     *           "since": "2026-11-15T09:30:00.000Z",
                     *           "barred": null
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1,
                     *         "limit": 3
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Member"][];
                        readonly meta: {
                            readonly count: number;
                            /** @description Maximum number of members, open invitations included. */
                            readonly limit: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly removeMember: {
        readonly parameters: {
            readonly query?: {
                /** @description The member who gets the keys. Without it, the keys are revoked. */
                readonly handOverTo?: string;
            };
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path: {
                /** @description The id of the person. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description They are no longer a member. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found-member_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-last_owner"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly changeMember: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path: {
                /** @description The id of the person. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description What the person may do.
                     * @example member
                     * @enum {string}
                     */
                    readonly role: "owner" | "admin" | "member" | "billing";
                };
            };
        };
        readonly responses: {
            /** @description The member. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702",
                     *         "email": "ada@example.com",
                     *         "name": "Ada",
                     *         "role": "owner",
                     *         "since": "2026-11-15T09:30:00.000Z",
                     *         "barred": null
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["Member"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found-member_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-last_owner"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getSignInRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The rules. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "requiredIssuer": "https://login.acme.example",
                     *         "groupRoles": [
                     *           {
                     *             "group": "registry-admins",
                     *             "role": "owner"
                     *           }
                     *         ],
                     *         "requirable": [
                     *           {
                     *             "issuer": "https://login.acme.example",
                     *             "name": "Acme",
                     *             "hasGroups": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["SignInRules"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly changeSignInRules: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description The address of the issuer that you are signed in at. Null: any issuer will do.
                     * @example https://login.acme.example
                     */
                    readonly requiredIssuer: string | null;
                    /** @description The roles of its groups. Without any, members keep the roles that they were given. */
                    readonly groupRoles?: readonly {
                        /** @description As the tokens of the issuer name it. */
                        readonly group: string;
                        /**
                         * @description What the person may do.
                         * @example member
                         * @enum {string}
                         */
                        readonly role: "owner" | "admin" | "member" | "billing";
                    }[];
                };
            };
        };
        readonly responses: {
            /** @description The rules. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "requiredIssuer": "https://login.acme.example",
                     *         "groupRoles": [
                     *           {
                     *             "group": "registry-admins",
                     *             "role": "owner"
                     *           }
                     *         ],
                     *         "requirable": [
                     *           {
                     *             "issuer": "https://login.acme.example",
                     *             "name": "Acme",
                     *             "hasGroups": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["SignInRules"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-last_owner"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listInvitations: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The invitations. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10",
                     *           "role": "member",
                     *           "note": "Grace",
                     *           "createdBy": "a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702",
                     *           "createdAt": "2026-11-15T09:30:00.000Z",
                     *           "expiresAt": "2026-11-22T09:30:00.000Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Invitation"][];
                        readonly meta: {
                            readonly count: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly createInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /**
                 * @description A random text of your own, such as a UUID. The same request with the same one within 24 hours gets the same answer; another request with it is 409, and so is the same once the invitation was accepted, revoked or has ended. Nothing is kept of a request that failed.
                 * @example 2f1c8a0e-5b0e-4f57-9a34-0e6f6f9e7d21
                 */
                readonly "Idempotency-Key"?: string;
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description What the person may do.
                     * @example member
                     * @enum {string}
                     */
                    readonly role: "owner" | "admin" | "member" | "billing";
                    /**
                     * @description For whom it is: up to 100 characters.
                     * @example Grace
                     */
                    readonly note?: string | null;
                };
            };
        };
        readonly responses: {
            /** @description The invitation and its link. */
            readonly 201: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Idempotent-Replayed": components["headers"]["Idempotent-Replayed-sometimes"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "0b7c9a52-3f5e-4d0b-8a55-5c1d8c2f9e10",
                     *         "role": "member",
                     *         "note": "Grace",
                     *         "createdBy": "a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702",
                     *         "createdAt": "2026-11-15T09:30:00.000Z",
                     *         "expiresAt": "2026-11-22T09:30:00.000Z",
                     *         "url": "https://registry.example/dashboard/join#cri_4fT9sK2mQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD",
                     *         "token": "cri_4fT9sK2mQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["CreatedInvitation"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-member_limit_reached-idempotency_key_reused"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly readInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description The end of the link, from `cri_` on.
                     * @example cri_4fT9sK2mQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD
                     */
                    readonly token: string;
                };
            };
        };
        readonly responses: {
            /** @description The offer. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "email": "ada@example.com",
                     *         "role": "member",
                     *         "expiresAt": "2026-11-22T09:30:00.000Z"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["InvitationOffer"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found-invitation_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly acceptInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /**
                     * @description The end of the link, from `cri_` on.
                     * @example cri_4fT9sK2mQx8LrVbN7wYz3HcJpD6gAe1U0aB2cD
                     */
                    readonly token: string;
                };
            };
        };
        readonly responses: {
            /** @description Your membership. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "accountId": "7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01",
                     *         "email": "ada@example.com",
                     *         "role": "member",
                     *         "since": "2026-11-15T09:30:00.000Z",
                     *         "isHome": false,
                     *         "barred": null
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["Membership"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found-invitation_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 409: components["responses"]["409-already_member-member_limit_reached"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly revokeInvitation: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path: {
                /** @description The id of the invitation. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is revoked. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found-invitation_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The sessions. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "5c1a1df0-52bb-4f0d-a6b4-7d6e4c0b9a11",
                     *           "device": "Firefox on Windows",
                     *           "createdAt": "2026-11-15T09:30:12.345Z",
                     *           "lastSeenAt": "2026-11-15T10:07:00.000Z",
                     *           "expiresAt": "2026-11-15T21:30:12.345Z",
                     *           "current": true
                     *         }
                     *       ],
                     *       "meta": {
                     *         "count": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Session"][];
                        readonly meta: {
                            readonly count: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly endOtherSessions: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description They are ended. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly endSession: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path: {
                /** @description The id of the session. */
                readonly id: string;
            };
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It is ended. */
            readonly 204: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found-session_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listAlerts: {
        readonly parameters: {
            readonly query?: {
                /** @description The `nextCursor` of the page before. Without it: the newest alerts. */
                readonly cursor?: string;
                /** @description 1 to 100 alerts. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of alerts. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "4711",
                     *           "at": "2026-11-15T09:30:12.345Z",
                     *           "kind": "key_created",
                     *           "title": "A new API key was made",
                     *           "text": "The key crd_Ab3dEf… was made. If that was not you, revoke it and end the sessions that you do not know.",
                     *           "url": "https://registry.example/dashboard/keys",
                     *           "data": {
                     *             "keyId": "a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702",
                     *             "prefix": "crd_Ab3dEf"
                     *           },
                     *           "unread": true
                     *         }
                     *       ],
                     *       "meta": {
                     *         "nextCursor": null,
                     *         "unread": 1
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["Alert"][];
                        readonly meta: {
                            /** @description Leads to the page after; null at the end. */
                            readonly nextCursor: string | null;
                            /** @description How many alerts the person of the session has not read. */
                            readonly unread: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly readAlerts: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @description The id of the newest alert that was read. */
                    readonly upTo: string;
                };
            };
        };
        readonly responses: {
            /** @description How many are unread now. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "unread": 0
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: {
                            readonly unread: number;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getAlertChoices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The choices. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "mailedTo": "ada@example.com",
                     *         "choices": [
                     *           {
                     *             "kind": "key_created",
                     *             "title": "A new API key was made",
                     *             "email": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["AlertChoices"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly changeAlertChoices: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    readonly choices: readonly {
                        readonly kind: string;
                        readonly email: boolean;
                    }[];
                };
            };
        };
        readonly responses: {
            /** @description All choices. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "mailedTo": "ada@example.com",
                     *         "choices": [
                     *           {
                     *             "kind": "key_created",
                     *             "title": "A new API key was made",
                     *             "email": true
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: components["schemas"]["AlertChoices"];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly readAudit: {
        readonly parameters: {
            readonly query?: {
                /** @description The `nextCursor` of the page before. Without it: the newest entries. */
                readonly cursor?: string;
                /** @description 1 to 100 entries. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the log. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "4711",
                     *           "at": "2026-11-15T09:30:12.345Z",
                     *           "action": "session.started",
                     *           "userId": "a1c1d2c5-5d3a-4c55-9d06-3b1de2b3a702",
                     *           "subject": "5c1a1df0-52bb-4f0d-a6b4-7d6e4c0b9a11",
                     *           "details": {
                     *             "device": "Firefox on Windows"
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "nextCursor": "AAAAAAAAEmc"
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["AuditEntry"][];
                        readonly meta: {
                            /** @description Leads to the page after; null at the end. */
                            readonly nextCursor: string | null;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly readRequestLog: {
        readonly parameters: {
            readonly query?: {
                /** @description Only answers of this class: 2xx, 3xx, 4xx or 5xx. */
                readonly status?: string;
                /** @description Only requests of the key with this id. `session`: only those of sessions. */
                readonly keyId?: string;
                /** @description Only requests whose path or parameters contain this text. */
                readonly path?: string;
                /** @description Only requests with this id. */
                readonly requestId?: string;
                /** @description The `nextCursor` of the page before. Without it: the newest requests. */
                readonly cursor?: string;
                /** @description 1 to 100 requests. */
                readonly limit?: number;
            };
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description A page of the log. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a8d5f-5b39-7001-8000-6f1d0c8f3a11",
                     *           "at": "2026-11-15T09:30:12.345Z",
                     *           "requestId": "5c1a1df0-52bb-4f0d-a6b4-7d6e4c0b9a11",
                     *           "method": "GET",
                     *           "path": "/api/v1/entities?q=transport&pageSize=1000",
                     *           "status": 400,
                     *           "code": "invalid_request",
                     *           "message": "pageSize: must be a whole number from 1 to 100.",
                     *           "milliseconds": 1.2,
                     *           "units": 0,
                     *           "key": {
                     *             "id": "7d9bd0d1-8d0a-4a0e-9a53-0f6a1f1f6a01",
                     *             "name": "Production",
                     *             "prefix": "crd_4fT9aBcD"
                     *           }
                     *         }
                     *       ],
                     *       "meta": {
                     *         "nextCursor": null
                     *       }
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["LoggedRequest"][];
                        readonly meta: {
                            /** @description Leads to the page after; null at the end. */
                            readonly nextCursor: string | null;
                        };
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly receiveLeakReports: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description Which public key the signature is of. */
                readonly "Github-Public-Key-Identifier"?: string;
                /** @description ECDSA P-256 with SHA-256 over the body, in base64. */
                readonly "Github-Public-Key-Signature"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["LeakReports"];
            };
        };
        readonly responses: {
            /** @description Whether each secret is ours, in the order of the reports. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "token_raw": "crd_…",
                     *         "token_type": "company_registry_api_key",
                     *         "label": "true_positive"
                     *       }
                     *     ]
                     */
                    readonly "application/json": readonly {
                        /** @description The secret, as it was reported. */
                        readonly token_raw: string;
                        /** @description Its type, as it was reported. */
                        readonly token_type: string;
                        /**
                         * @description Whether it is a key of ours, or an address of one. If so, it has ended.
                         * @enum {string}
                         */
                        readonly label: "true_positive" | "false_positive";
                    }[];
                };
            };
            readonly 400: components["responses"]["400-invalid_signature-invalid_request"];
            readonly 404: components["responses"]["404-not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly listPlans: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The plans. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "free",
                     *           "name": "Free",
                     *           "monthlyPriceEur": 0,
                     *           "monthlyRequests": 1000,
                     *           "requestsPerMinute": 60,
                     *           "maxApiKeys": 1,
                     *           "maxWatchLists": 1,
                     *           "maxWatchedCompanies": 50,
                     *           "maxWebhookEndpoints": 1,
                     *           "maxMembers": 3
                     *         },
                     *         {
                     *           "id": "pro",
                     *           "name": "Pro",
                     *           "monthlyPriceEur": 29,
                     *           "monthlyRequests": 100000,
                     *           "requestsPerMinute": 600,
                     *           "maxApiKeys": 5,
                     *           "maxWatchLists": 20,
                     *           "maxWatchedCompanies": 5000,
                     *           "maxWebhookEndpoints": 10,
                     *           "maxMembers": 10
                     *         },
                     *         {
                     *           "id": "business",
                     *           "name": "Business",
                     *           "monthlyPriceEur": 99,
                     *           "monthlyRequests": 1000000,
                     *           "requestsPerMinute": 3000,
                     *           "maxApiKeys": 20,
                     *           "maxWatchLists": 200,
                     *           "maxWatchedCompanies": 100000,
                     *           "maxWebhookEndpoints": 50,
                     *           "maxMembers": 50
                     *         }
                     *       ]
                     *     }
                     */
                    readonly "application/json": {
                        readonly data: readonly components["schemas"]["ApiPlan"][];
                    };
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly createCheckout: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": {
                    /** @enum {string} */
                    readonly plan: "pro" | "business";
                };
            };
        };
        readonly responses: {
            /** @description The checkout is open. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "url": "https://checkout.stripe.com/c/pay/cs_live_a1b2c3"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["BillingSession"];
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-billing_unavailable-service_unavailable"];
        };
    };
    readonly createPortal: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description One of the accounts that you are in. Without it, the account that you made. */
                readonly "X-Account-ID"?: components["parameters"]["X-Account-ID"];
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The portal is open. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "url": "https://billing.stripe.com/p/session/live_a1b2c3"
                     *       }
                     *     }
                     */
                    readonly "application/json": components["schemas"]["BillingSession"];
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 401: components["responses"]["401-session_required-invalid_session"];
            readonly 403: components["responses"]["403-insufficient_role-issuer_required"];
            readonly 404: components["responses"]["404-account_not_found"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 429: components["responses"]["429-rate_limit_exceeded-return_too_soon"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-billing_unavailable-service_unavailable"];
        };
    };
    readonly receivePaymentEvent: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The provider's signature: `t=…,v1=…`, HMAC-SHA256 over time and body. Either of the two headers will do. */
                readonly "Payment-Signature"?: string;
                /** @description The provider's signature: `t=…,v1=…`, HMAC-SHA256 over time and body. Either of the two headers will do. */
                readonly "Stripe-Signature"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                readonly "application/json": components["schemas"]["PaymentEvent"];
            };
        };
        readonly responses: {
            /** @description The event is processed, known already, or older than what is known. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "received": true,
                     *       "duplicate": false,
                     *       "stale": false
                     *     }
                     */
                    readonly "application/json": components["schemas"]["PaymentReceipt"];
                };
            };
            readonly 400: components["responses"]["400-invalid_signature-invalid_request"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 413: components["responses"]["413-payload_too_large"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-billing_unavailable-service_unavailable"];
        };
    };
    readonly getLiveness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description It runs. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ok",
                     *       "service": "web",
                     *       "version": "0.1.0"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Live"];
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getReadiness: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: never;
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description Ready for traffic. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "ready",
                     *       "database": "ok",
                     *       "version": "0.1.0"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Ready"];
                };
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 500: components["responses"]["500-internal_error"];
            /** @description The database is unavailable or read-only, migrations have not completed, or the service is stopping. */
            readonly 503: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly "Retry-After": components["headers"]["Retry-After"];
                    readonly [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "unavailable",
                     *       "database": "error",
                     *       "version": "0.1.0"
                     *     }
                     */
                    readonly "application/json": components["schemas"]["Unavailable"];
                };
            };
        };
    };
    readonly getContract: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of an answer that you have. If it is still valid, the status is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The document. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": Record<string, never>;
                };
            };
            /** @description Your copy of the answer is still valid. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly getPostmanCollection: {
        readonly parameters: {
            readonly query?: never;
            readonly header?: {
                /** @description The `ETag` of an answer that you have. If it is still valid, the status is 304. */
                readonly "If-None-Match"?: string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody?: never;
        readonly responses: {
            /** @description The document. */
            readonly 200: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content: {
                    readonly "application/json": Record<string, never>;
                };
            };
            /** @description Your copy of the answer is still valid. */
            readonly 304: {
                headers: {
                    readonly "X-Request-ID": components["headers"]["X-Request-ID"];
                    readonly "Cache-Control": components["headers"]["Cache-Control"];
                    readonly ETag: components["headers"]["ETag"];
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            readonly 400: components["responses"]["400-invalid_request"];
            readonly 408: components["responses"]["408-request_timeout"];
            readonly 500: components["responses"]["500-internal_error"];
            readonly 503: components["responses"]["503-service_unavailable"];
        };
    };
    readonly receive_watch_list_changed: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The same in every attempt of one message.
                 * @example b0c9f7de-52a4-4c8e-8a55-9d0f2a6c1e33
                 */
                readonly "webhook-id": string;
                /**
                 * @description The time of the attempt, in seconds since 1970.
                 * @example 1794735000
                 */
                readonly "webhook-timestamp": string;
                /**
                 * @description One signature or two, with a blank between them: see standardwebhooks.com.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "type": "watch_list.changed",
                 *       "timestamp": "2026-11-15T09:30:00.000Z",
                 *       "data": {
                 *         "listId": "5c2f0b1e-9d4a-4a5e-8f57-2a1c5c0e7b44",
                 *         "since": "Mi4wLjRmN2QxYTIy",
                 *         "cursor": "Mi45LjRmN2QxYTIy",
                 *         "count": 9
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /** @constant */
                    readonly type: "watch_list.changed";
                    /** Format: date-time */
                    readonly timestamp: string;
                    readonly data: {
                        /** Format: uuid */
                        readonly listId: string;
                        /** @description The cursor to read the changes of the list from. */
                        readonly since: string;
                        /** @description The cursor after the newest change. */
                        readonly cursor: string;
                        /** @description How many changes there are between the two. */
                        readonly count: number;
                    };
                };
            };
        };
        readonly responses: {
            /** @description No more messages: we disable the endpoint. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receive_alert_raised: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The same in every attempt of one message.
                 * @example b0c9f7de-52a4-4c8e-8a55-9d0f2a6c1e33
                 */
                readonly "webhook-id": string;
                /**
                 * @description The time of the attempt, in seconds since 1970.
                 * @example 1794735000
                 */
                readonly "webhook-timestamp": string;
                /**
                 * @description One signature or two, with a blank between them: see standardwebhooks.com.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "type": "alert.raised",
                 *       "timestamp": "2026-11-15T09:30:00.000Z",
                 *       "data": {
                 *         "kind": "quota_80",
                 *         "alertId": "4711",
                 *         "since": "4711",
                 *         "count": 1
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /** @constant */
                    readonly type: "alert.raised";
                    /** Format: date-time */
                    readonly timestamp: string;
                    readonly data: {
                        readonly kind: string;
                        /** @description The newest alert of this kind. */
                        readonly alertId: string;
                        /** @description The first alert that the message is about. */
                        readonly since: string;
                        /** @description How many alerts the message is about. */
                        readonly count: number;
                    };
                };
            };
        };
        readonly responses: {
            /** @description No more messages: we disable the endpoint. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    readonly receive_endpoint_test: {
        readonly parameters: {
            readonly query?: never;
            readonly header: {
                /**
                 * @description The same in every attempt of one message.
                 * @example b0c9f7de-52a4-4c8e-8a55-9d0f2a6c1e33
                 */
                readonly "webhook-id": string;
                /**
                 * @description The time of the attempt, in seconds since 1970.
                 * @example 1794735000
                 */
                readonly "webhook-timestamp": string;
                /**
                 * @description One signature or two, with a blank between them: see standardwebhooks.com.
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                readonly "webhook-signature": string;
            };
            readonly path?: never;
            readonly cookie?: never;
        };
        readonly requestBody: {
            readonly content: {
                /**
                 * @example {
                 *       "type": "endpoint.test",
                 *       "timestamp": "2026-11-15T09:30:00.000Z",
                 *       "data": {
                 *         "endpointId": "3e0a7b52-7c0f-4d3b-9a0c-1f2e7d5a9b10"
                 *       }
                 *     }
                 */
                readonly "application/json": {
                    /** @constant */
                    readonly type: "endpoint.test";
                    /** Format: date-time */
                    readonly timestamp: string;
                    readonly data: {
                        /** Format: uuid */
                        readonly endpointId: string;
                    };
                };
            };
        };
        readonly responses: {
            /** @description No more messages: we disable the endpoint. */
            readonly 410: {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. */
            readonly "2XX": {
                headers: {
                    readonly [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
