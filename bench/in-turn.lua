-- Makes wrk request the paths of a file in turn, one a line.
local paths = {}
for path in io.lines(os.getenv('PATHS_FILE')) do paths[#paths + 1] = path end
local last = 0

request = function()
  last = last % #paths + 1
  return wrk.format('GET', paths[last])
end
