-- A process without the owner's login refuses to start on a database that is older than its code.
GRANT SELECT (migration_name, finished_at, rolled_back_at) ON public._prisma_migrations TO checkout_system;
