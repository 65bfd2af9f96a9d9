throw 'not today'
