/** Where agents are served. With BASE_URL before it, it is the resource that their tokens must be issued for (RFC 8707). */
export const agentPath = '/mcp';
