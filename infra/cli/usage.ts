export const usage = `journal: looks after a journal that is running

  journal admin grant <email>     makes somebody an administrator
  journal admin revoke <email>    takes that away, and ends their sessions
  journal user export <email>     writes all that is held about somebody, as JSON
      --out <file>                  into a new file that you alone can read
  journal user forget <email>     erases somebody for good
      --pieces keep|remove          whether what they published stays, without a name, or goes
      --yes                         does not ask whether you are sure
  journal audit verify            holds the whole log against the ledger, and names every event that was
                                  changed, removed or inserted behind the journal's back
      --since <position>:<chain>    only what came after a head that it told before
  journal rebuild search          builds the search index anew beside the one that answers, and waits for it
  journal status                  tells how each service is, and how far behind

  --url <address>        of the journal; else PUBLIC_URL, else localhost and PORT
  --services <addresses> for status: of each service, with commas between them; else SERVICE_URLS, else the journal's

"audit verify" reads the engines themselves: EVENT_STORE_URL, DATABASE_URL, VAULT_URL and MASTER_KEY, else those of
the journal that runs in DATA_DIR. "rebuild" asks a worker by way of DATABASE_URL, else in the same way.
The token is SERVICE_TOKEN, else the one in DATA_DIR/secrets.json.
Ends with 0 when it is done, 1 when it failed, a service is not well or the log is not whole, 2 when it was called wrongly.
`;
